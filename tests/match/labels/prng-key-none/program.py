import jax

jax.random.bernoulli(None, 0.9, (4,))
