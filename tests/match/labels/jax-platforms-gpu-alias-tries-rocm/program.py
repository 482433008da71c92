import os

os.environ["JAX_PLATFORMS"] = "gpu"

import jax

print(jax.devices())
