import jax.numpy.linalgs
