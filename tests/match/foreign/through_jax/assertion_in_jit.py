import jax
import jax.numpy as jnp

@jax.jit
def step(x):
    assert x.shape == (4,)
    return x


step(jnp.ones(3))
