import jax
import jax.numpy as jnp


@jax.jit
def padding(n):
    return jnp.zeros((8, n))


padding(3)
