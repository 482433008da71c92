import jax
import jax.numpy as jnp

import equinox as eqx
import flax.linen as nn
import optax

class Net(eqx.Module):
    weight: jax.Array


net = Net(jnp.ones(3))
net.weight = jnp.zeros(3)
