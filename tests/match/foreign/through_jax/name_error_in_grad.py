import jax
import jax.numpy as jnp

jax.grad(lambda x: x * scale)(1.0)
