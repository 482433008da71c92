import jax

jax.random.KeyArray
