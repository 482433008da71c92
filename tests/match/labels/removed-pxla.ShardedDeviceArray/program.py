import jax.interpreters.pxla

jax.interpreters.pxla.ShardedDeviceArray
