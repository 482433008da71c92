import jax.numpy as jnp
import optax

optax.losses.softmax_cross_entropy_with_integer_labels(jnp.ones((2, 3)), jnp.ones(2))
