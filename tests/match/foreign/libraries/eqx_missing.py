import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

class Net(eqx.Module):
    weight: jax.Array
    bias: jax.Array

    def __init__(self):
        self.weight = jnp.ones(3)


Net()
