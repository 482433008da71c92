import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

mesh = Mesh(jax.devices(), ("batch",))
matrix = NamedSharding(mesh, PartitionSpec("batch", None))


@jax.jit
def step(weights, bias):
    weights, bias = jax.lax.with_sharding_constraint((weights, bias), matrix)
    return weights + bias


step(jnp.ones((8, 3)), jnp.ones(3))
