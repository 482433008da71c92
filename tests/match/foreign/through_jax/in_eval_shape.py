import jax
import jax.numpy as jnp

jax.eval_shape(lambda x: x['a'], {'b': 1.0})
