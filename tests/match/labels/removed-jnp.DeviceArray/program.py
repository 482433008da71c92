import jax.numpy as jnp

jnp.DeviceArray
