import jax
import jax.numpy as jnp


jax.vmap(lambda options: 1)({})
