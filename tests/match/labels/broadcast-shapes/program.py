import jax.numpy as jnp

jnp.broadcast_arrays(jnp.ones((2, 4)), jnp.ones((1, 2)))
