import jax
import jax.numpy as jnp

jax.jacobian(lambda x: undefined_name + x)(jnp.ones(2))
