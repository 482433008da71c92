import jax

jax.tree_multimap(lambda x, y: x + y, [1, 2], [3, 4])
