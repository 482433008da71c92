import jax
import jax.numpy as jnp

@jax.jit
def apply(params, x):
    return params['dense'] @ x


apply({'kernel': jnp.ones(3)}, jnp.ones(3))
