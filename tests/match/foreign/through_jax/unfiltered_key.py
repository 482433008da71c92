import os

os.environ['JAX_TRACEBACK_FILTERING'] = 'off'
import jax
import jax.numpy as jnp


def loss(params, x):
    return (params['w'] * x).sum()


jax.jit(jax.vmap(jax.grad(loss), in_axes=(None, 0)))({'v': jnp.ones(3)}, jnp.ones((2, 3)))
