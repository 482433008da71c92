import jax
import jax.numpy as jnp

import logging


@jax.jit
def f(x):
    return {}['a']


try:
    f(1.0)
except KeyError:
    logging.exception('training step failed')
