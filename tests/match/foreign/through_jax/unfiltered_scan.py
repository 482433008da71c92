import os

os.environ['JAX_TRACEBACK_FILTERING'] = 'off'
import jax
import jax.numpy as jnp


def body(carry, x):
    assert carry.shape == (2,), 'carry must have shape (2,)'
    return carry, x


jax.lax.scan(body, jnp.ones(3), jnp.ones(4))
