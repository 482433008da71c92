import jax
import jax.numpy as jnp

@jax.jit
def f(x):
    raise KeyboardInterrupt


f(1.0)
