import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec

mesh = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Explicit,))
rows = NamedSharding(mesh, PartitionSpec("x"))


@jax.jit
def count(totals, places):
    return totals.at[places].add(1.0)


count(jax.device_put(jnp.zeros(8), rows), jax.device_put(jnp.arange(8), rows))
