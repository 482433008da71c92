import jax.numpy as jnp

jnp.ones(3) + jnp.ones(4)
