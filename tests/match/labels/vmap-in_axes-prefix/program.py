import jax
import jax.numpy as jnp


jax.vmap(lambda x, y, z: x, in_axes=(0, 0))(jnp.ones(2), jnp.ones(2), jnp.ones(2))
