import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dropout(0.5, deterministic=False)(x)


Net().apply({}, jnp.ones(3))
