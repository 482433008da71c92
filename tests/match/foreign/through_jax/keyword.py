import jax
import jax.numpy as jnp

jnp.sum(jnp.ones(3), axes=0)
