import jax.numpy as jnp

table = jnp.zeros((0, 3))
table[jnp.array([0, 1])]
