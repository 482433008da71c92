import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

mesh = Mesh(jax.devices(), ("data",))
rows = NamedSharding(mesh, PartitionSpec("data"))


def predict(weights, batch):
    return batch @ weights


predict_sharded = jax.jit(predict, in_shardings=(None, rows), out_shardings=rows)
predict_sharded(jnp.ones((3, 2)), batch=jnp.ones((8, 3)))
