import jax.numpy as jnp

images = jnp.ones((8, 4))
images.reshape(8, 2)
