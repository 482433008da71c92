import jax
import jax.numpy as jnp

jax.lax.while_loop(lambda c: c < 3, lambda c: [c][1], 0)
