import jax
import jax.numpy as jnp

jax.lax.sca
