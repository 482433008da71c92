import unittest


class Shapes(unittest.TestCase):
    def test_shape(self):
        self.assertEqual((3, 4), (4, 3))

    def test_index(self):
        self.assertRaises(IndexError, len, 3)


unittest.main()
