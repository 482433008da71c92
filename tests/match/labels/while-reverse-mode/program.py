import jax
import jax.numpy as jnp


jax.grad(lambda x: jax.lax.while_loop(lambda y: y < 9.0, lambda y: y * 2, x))(1.0)
