import jax
import jax.numpy as jnp


jax.vmap(lambda x: x, in_axes=None)(jnp.ones(2))
