import jax
import jax.numpy as jnp

jax.lax.scan(lambda c, x: (c, 1 / 0), 0.0, jnp.ones(3))
