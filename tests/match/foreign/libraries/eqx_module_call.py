import equinox as eqx
import jax
import jax.numpy as jnp

eqx.nn.Linear(3, 4, key=jax.random.key(0))(jnp.ones(3), state=None)
