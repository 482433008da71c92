import jax
import jax.numpy as jnp


jnp.sin(range(3)) if False else jax.lax.add(range(3), 1)
