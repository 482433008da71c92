import jax
import jax.numpy as jnp


@jax.jit
def positive(x):
    if x > 0:
        return x
    return -x


positive(1.0)
