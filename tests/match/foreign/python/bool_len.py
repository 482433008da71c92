class Odd:
    def __bool__(self):
        raise ValueError('the truth value of this is unclear')


if Odd():
    pass
