import jax
import jax.numpy as jnp


@jax.jit
def spent(x):
    x.delete()
    return x


spent(jnp.ones(3))
