import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec

jax.config.update("jax_num_cpu_devices", 2)

rows = jax.make_mesh((2,), ("rows",), axis_types=(AxisType.Explicit,))
columns = jax.make_mesh((2,), ("columns",), axis_types=(AxisType.Explicit,))
x = jax.device_put(jnp.ones(4), NamedSharding(rows, PartitionSpec("rows")))
with jax.set_mesh(columns):
    jnp.sin(x)
