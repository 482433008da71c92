from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.checkpoint, static_argnums=(1,))
def block(x, train):
    return jnp.sin(x) if train else x


block(jnp.ones(3), train=True)
