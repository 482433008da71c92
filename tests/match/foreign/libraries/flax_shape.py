import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

model = nn.Dense(3)
params = model.init(jax.random.key(0), jnp.ones(4))
model.apply(params, jnp.ones(5))
