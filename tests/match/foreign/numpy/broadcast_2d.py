import numpy as np

np.ones((3, 2)) * np.ones((2, 3))
