import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec

mesh = Mesh(np.array(jax.devices()).reshape(2, 2), ("x", "y"))


def pick(flag, left, right):
    return jax.lax.cond(flag, lambda: left, lambda: right)


jax.shard_map(
    pick,
    mesh=mesh,
    in_specs=(PartitionSpec(), PartitionSpec("x"), PartitionSpec("y")),
    out_specs=PartitionSpec(("x", "y")),
)(True, jnp.ones(8), jnp.zeros(8))
