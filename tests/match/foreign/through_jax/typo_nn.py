import jax
import jax.numpy as jnp

jax.nn.rleu(1.0)
