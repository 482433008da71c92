import jax
import jax.numpy as jnp


def loss(a):
    h, _ = jax.lax.linalg.hessenberg(a)
    return jnp.sum(h)


jax.grad(loss)(jnp.eye(3))
