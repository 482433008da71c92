import jax
import jax.numpy as jnp

jnp.sin(1.0, 2.0, 3.0)
