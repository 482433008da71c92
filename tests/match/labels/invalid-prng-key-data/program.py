import jax

seed = 0
jax.random.normal(seed, (4,))
