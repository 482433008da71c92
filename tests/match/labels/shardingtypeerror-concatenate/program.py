import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, PartitionSpec

mesh = jax.make_mesh((4,), ("x",), axis_types=(AxisType.Explicit,))
jax.set_mesh(mesh)

left = jax.device_put(jnp.ones((8, 4)), PartitionSpec("x", None))
right = jax.device_put(jnp.ones((8, 4)), PartitionSpec(None, None))
jnp.concatenate([left, right], axis=1)
