import jax
import jax.numpy as jnp

x = 3
x(jnp.ones(3))
