import jax
import jax.numpy as jnp

jax.make_jaxpr(lambda x: open('/nowhere/weights.npz'))(1.0)
