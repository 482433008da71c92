import jax
import jax.numpy as jnp

@jax.checkpoint
def f(x):
    return {}['w'] * x


jax.grad(f)(1.0)
