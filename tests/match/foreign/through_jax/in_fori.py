import jax
import jax.numpy as jnp

weights = [jnp.ones(3), jnp.ones(3)]


def body(i, x):
    return x @ weights[2]


jax.lax.fori_loop(0, 3, body, jnp.ones(3))
