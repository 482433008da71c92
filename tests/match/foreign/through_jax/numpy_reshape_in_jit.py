import jax
import jax.numpy as jnp

import numpy as np


@jax.jit
def f(x):
    return x + np.arange(6).reshape(4)


f(1.0)
