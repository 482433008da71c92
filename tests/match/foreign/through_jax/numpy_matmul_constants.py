import jax
import numpy as np

W = np.ones((3, 4))


@jax.jit
def f(x):
    return x * (W @ W).sum()


f(1.0)
