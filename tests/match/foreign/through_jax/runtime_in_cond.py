import jax
import jax.numpy as jnp

def bad():
    raise RuntimeError('this branch is not written')


jax.lax.cond(True, bad, lambda: 1)
