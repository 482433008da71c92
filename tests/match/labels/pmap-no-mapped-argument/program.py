import jax
import jax.numpy as jnp

step = jax.pmap(lambda weights: weights.sum(), in_axes=None, axis_size=1)
step(jnp.ones(3))
