import jax.numpy as jnp

jnp.ones((2, 3))[0, 1, 2]
