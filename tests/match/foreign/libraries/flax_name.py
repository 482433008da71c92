import flax.linen as nn
import jax
import jax.numpy as jnp


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(3, name='dense')(x)
        return nn.Dense(3, name='dense')(x)


Net().init(jax.random.key(0), jnp.ones(3))
