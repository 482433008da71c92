import jax
import jax.numpy as jnp


total = jax.jit(lambda x, shape: x.reshape(shape), static_argnums=1)
total(jnp.ones(4), [2, 2])
