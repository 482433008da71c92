import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

mesh = Mesh(jax.devices(), ("batch",))
jax.device_put(jnp.ones((19, 10)), NamedSharding(mesh, PartitionSpec("batch")))
