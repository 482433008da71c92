import jax
import jax.numpy as jnp

import jax.experimental.attention
