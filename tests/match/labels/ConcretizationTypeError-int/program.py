import jax
import jax.numpy as jnp


@jax.jit
def rounded(x):
    return int(x)


rounded(1.5)
