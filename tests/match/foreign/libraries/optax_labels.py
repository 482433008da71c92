import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

optax.multi_transform({'a': optax.sgd(1.0)}, {'w': 'b'}).init({'w': jnp.ones(3)})
