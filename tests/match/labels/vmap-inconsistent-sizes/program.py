import jax
import jax.numpy as jnp


jax.vmap(lambda x, y: x + y)(jnp.ones(2), jnp.ones(3))
