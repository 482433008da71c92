import jax
import jax.numpy as jnp


def loss(w):
    return w**2


jax.grad(loss)(jnp.ones(4))
