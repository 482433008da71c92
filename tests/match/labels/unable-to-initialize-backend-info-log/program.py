import logging
import os

os.environ["JAX_PLATFORMS"] = ""
logging.basicConfig(level=logging.INFO)

import jax

print(jax.devices())
