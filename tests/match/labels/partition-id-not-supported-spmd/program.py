import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.experimental.shard_map import shard_map
from jax.sharding import Mesh, PartitionSpec

mesh = Mesh(jax.devices(), ("data",))
rows = PartitionSpec("data")


def mark(number_rows, block):
    rank = jax.lax.axis_index("data")
    return jax.lax.cond(number_rows, lambda: block + rank, lambda: block)


marked = shard_map(mark, mesh=mesh, in_specs=(PartitionSpec(), rows), out_specs=rows, check_rep=False)
print(jax.jit(marked)(True, jnp.zeros(8, int)))
