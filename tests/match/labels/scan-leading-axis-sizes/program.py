import jax
import jax.numpy as jnp


jax.lax.scan(lambda carry, xs: (carry, xs[0]), 0.0, (jnp.ones(3), jnp.ones(2)))
