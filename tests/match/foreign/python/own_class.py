class ShapeError(ValueError):
    pass


raise ShapeError('expected shape (3,), got (4,)')
