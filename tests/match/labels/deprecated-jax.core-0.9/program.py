import jax
import jax.numpy as jnp

batch = jnp.ones((3, 2))
jax.core.mapped_aval(3, 0, jax.core.ShapedArray(batch.shape, batch.dtype))
