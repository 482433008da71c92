import jax
import jax.numpy as jnp

jax.tree.map(lambda x: int(x), {'a': 'one'})
