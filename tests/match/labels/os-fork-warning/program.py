import os

import jax.numpy as jnp

jnp.ones(3).block_until_ready()
if os.fork() == 0:
    os._exit(0)
os.wait()
