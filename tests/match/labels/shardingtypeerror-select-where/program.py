import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec

mesh = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Explicit,))
jax.set_mesh(mesh)

values = jax.device_put(jnp.ones(8), PartitionSpec("x"))
mask = jax.device_put(jnp.arange(8) < 5, PartitionSpec(None))
jnp.where(mask, values, values)
