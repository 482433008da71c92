import jax
import jax.numpy as jnp

jax.tree.map(lambda x, y: x + y, {'a': 1}, {'a': 'b'})
