import jax
import jax.numpy as jnp

jnp.arrange(3)
