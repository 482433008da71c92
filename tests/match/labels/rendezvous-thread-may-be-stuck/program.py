import os

os.environ["XLA_FLAGS"] = (
    "--xla_force_host_platform_device_count=4"
    " --xla_cpu_collective_call_warn_stuck_timeout_seconds=2"
    " --xla_cpu_collective_call_terminate_timeout_seconds=60"
)
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

mesh = Mesh(jax.devices(), ("data",))


def slow_reader(rank):
    if rank == 3:
        time.sleep(5)
    return np.float32(rank)


def total(block):
    rank = jax.lax.axis_index("data")
    read = jax.pure_callback(slow_reader, jax.ShapeDtypeStruct((), jnp.float32), rank)
    return jax.lax.psum(block + read, "data")


print(jax.jit(shard_map(total, mesh=mesh, in_specs=PartitionSpec("data"), out_specs=PartitionSpec()))(jnp.ones(8)))
