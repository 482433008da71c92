import jax
import jax.numpy as jnp

jax.lax.while_loop(lambda carry: carry[0] < 3, lambda carry: jnp.append(carry, 1), jnp.zeros(1))
