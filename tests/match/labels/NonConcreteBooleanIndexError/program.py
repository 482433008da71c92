import jax
import jax.numpy as jnp


@jax.jit
def large(x):
    return x[x >= 3]


large(jnp.arange(6))
