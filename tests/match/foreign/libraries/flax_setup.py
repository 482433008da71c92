import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

class Net(nn.Module):
    def setup(self):
        self.dense = nn.Dense(3)

    def __call__(self, x):
        return self.dens(x)


Net().init(jax.random.key(0), jnp.ones(3))
