import jax
import jax.numpy as jnp


def is_sharded(array):
    return isinstance(array, jax.interpreters.pxla.ShardedDeviceArray)


print(is_sharded(jnp.ones(4)))
