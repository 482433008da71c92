def step(x, y):
    return x + y


step(1, 2, 3)
