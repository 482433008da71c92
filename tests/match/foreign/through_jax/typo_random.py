import jax
import jax.numpy as jnp

jax.random.norml(jax.random.key(0))
