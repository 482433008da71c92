import jax
import jax.numpy as jnp
from jax.sharding import SingleDeviceSharding

here = SingleDeviceSharding(jax.devices()[0])
add = jax.jit(lambda pair: pair[0] + pair[1], in_shardings=([here],))
add([jnp.ones(2), jnp.ones(2)])
