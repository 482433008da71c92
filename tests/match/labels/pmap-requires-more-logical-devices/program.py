import jax
import jax.numpy as jnp

normalise = jax.pmap(lambda row: row / row.sum())
normalise(jnp.ones((8, 4)))
