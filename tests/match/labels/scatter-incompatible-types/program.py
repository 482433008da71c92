import jax.numpy as jnp

done = jnp.zeros(4, dtype=bool)
done = done.at[1].set(jnp.int32(1))
