range(3.0)
