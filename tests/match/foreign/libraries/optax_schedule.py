import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

optax.piecewise_interpolate_schedule('cubic', 1.0, {1: 0.1})
