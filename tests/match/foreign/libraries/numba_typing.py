from numba import njit


@njit
def f(x):
    return x + 'a'


f(1)
