import jax
import jax.numpy as jnp

jax.config.update("jax_debug_nans", True)
unknown = jax.jit(lambda: {"mean": jnp.zeros(2), "error": jnp.nan})
unknown()
