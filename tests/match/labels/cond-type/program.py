import traceback

import jax
import jax.numpy as jnp

x = jnp.ones(3)
try:
    jax.lax.switch(1, [lambda x: x, lambda x: 0.0, lambda x: -x], x)
except TypeError:
    traceback.print_exc()

jax.lax.cond(x[0] > 0, lambda x: {"reward": x}, lambda x: {"reward": 0.0}, x)
