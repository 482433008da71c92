import jax
import jax.numpy as jnp

def f(pair):
    a, b = pair
    return a


jax.vmap(f)(jnp.ones((2, 3)))
