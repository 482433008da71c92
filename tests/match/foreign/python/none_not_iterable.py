a, b = None
