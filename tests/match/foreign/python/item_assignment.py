'abc'[0] = 'd'
