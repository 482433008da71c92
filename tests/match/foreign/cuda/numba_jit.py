import numpy as np
from numba import cuda


@cuda.jit
def add(x):
    x[cuda.grid(1)] += 1


add[1, 32](np.ones(32))
