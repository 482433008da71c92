import os

os.environ["JAX_PLATFORMS"] = "tpu"

import jax

print(jax.devices())
