import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    if x.dtype != jnp.int32:
        raise TypeError(f'dtype {x.dtype} is not a valid token type')
    return x


f(jnp.ones(3))
