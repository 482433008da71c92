import flax.serialization
import jax.numpy as jnp

flax.serialization.from_state_dict({'w': jnp.ones(3)}, {'v': jnp.ones(3)})
