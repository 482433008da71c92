import traceback

import jax.numpy as jnp
import numpy as np

try:
    jnp.asarray(np.array([1.5, None], dtype=object))
except TypeError:
    traceback.print_exc()

jnp.asarray("hello")
