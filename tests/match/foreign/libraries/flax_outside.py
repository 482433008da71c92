import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

nn.Dense(3)(jnp.ones(3))
