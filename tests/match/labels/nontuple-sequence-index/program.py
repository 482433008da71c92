import jax.numpy as jnp

jnp.arange(4)[[0, 2]]
