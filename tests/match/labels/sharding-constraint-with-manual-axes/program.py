import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

mesh = Mesh(jax.devices(), ("data",))
rows = PartitionSpec("data")


def scale(block):
    return 2 * jax.lax.with_sharding_constraint(block, rows)


with mesh:
    jax.jit(jax.shard_map(scale, mesh=mesh, in_specs=rows, out_specs=rows))(jnp.ones((8, 3)))
