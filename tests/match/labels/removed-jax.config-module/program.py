from jax.config import config
