import jax
import jax.numpy as jnp


@jax.jit
def steps(n):
    return jnp.arange(n)


steps(4)
