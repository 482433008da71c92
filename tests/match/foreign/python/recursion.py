def f(x):
    return f(x)


f(1)
