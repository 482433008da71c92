import jax.numpy as jnp

table = jnp.zeros((1 << 20, 1 << 28), dtype=jnp.float32)
print(table.sum())
