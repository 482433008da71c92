import jax
import jax.numpy as jnp

def row(x):
    assert x.ndim == 2, f'need a matrix, got {x.shape}'
    return x


jax.vmap(row)(jnp.ones((2, 3)))
