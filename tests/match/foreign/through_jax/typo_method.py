import jax
import jax.numpy as jnp

jnp.ones(3).summ()
