import jax
import jax.numpy as jnp


jax.config.update("jax_debug_nans", True)
jnp.log(-1.0)
