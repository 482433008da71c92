import jax
import jax.numpy as jnp

try:
    jnp.ones(3).summ()
except AttributeError as error:
    raise SystemError('plugin failed') from error
