import traceback

import jax
import jax.numpy as jnp


def total(x, axis=None):
    return jnp.sum(x, axis)


x = jnp.ones((1, 3))
if hasattr(jax, "xla_computation"):
    try:
        jax.xla_computation(total, static_argnums=1)(x)
    except ValueError:
        traceback.print_exc()

jax.pmap(total, static_broadcasted_argnums=1)(x)
