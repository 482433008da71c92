import jax
import jax.numpy as jnp


from jax.experimental import checkify


@jax.jit
def root(x):
    checkify.check(x >= 0, "must not be negative")
    return jnp.sqrt(x)


root(1.0)
