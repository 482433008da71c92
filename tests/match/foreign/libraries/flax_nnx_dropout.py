import jax.numpy as jnp
from flax import nnx

nnx.Dropout(0.5)(jnp.ones(3))
