import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

nn.BatchNorm(use_running_average=True).apply({}, jnp.ones(3))
