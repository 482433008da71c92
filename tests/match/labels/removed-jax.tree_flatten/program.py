import jax

jax.tree_flatten([1, 2])
