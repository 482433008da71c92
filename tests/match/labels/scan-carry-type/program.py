import jax
import jax.numpy as jnp

jax.lax.scan(lambda carry, x: (jnp.append(carry, x), x), jnp.zeros(1), jnp.ones(3))
