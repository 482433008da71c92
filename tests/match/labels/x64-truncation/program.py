import jax.numpy as jnp

jnp.zeros(3, dtype="float64")
