import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

eqx.nn.Linear(3, 4)(jnp.ones(3))
