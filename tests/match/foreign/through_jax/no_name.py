import jax
import jax.numpy as jnp

from jax.numpy import arrange
