import jax
import jax.numpy as jnp

import numpy as np


@jax.jit
def f(x):
    return x + np.ones(3) @ np.ones(4)


f(1.0)
