import jax

jax.config.update("jax_array", True)
