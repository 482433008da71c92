import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(x):
    return np.sin(x)


total(jnp.ones(3))
