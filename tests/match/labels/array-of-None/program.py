import jax.numpy as jnp

jnp.array(None)
