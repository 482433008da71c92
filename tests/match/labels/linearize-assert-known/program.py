import jax
import jax.numpy as jnp


@jax.custom_batching.custom_vmap
def wave(x):
    return jnp.sin(x)


@wave.def_vmap
def wave_of_many(axis_size, in_batched, x):
    return jnp.sin(x), True


jax.grad(wave)(1.0)
