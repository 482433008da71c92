import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    jax.debug.print('{} and {}', x)
    return x


f(jnp.float32(1))
