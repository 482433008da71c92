import jax
import jax.numpy as jnp

values = jnp.zeros(0)
jax.lax.fori_loop(0, len(values), lambda i, total: total + values[i], 0.0)
