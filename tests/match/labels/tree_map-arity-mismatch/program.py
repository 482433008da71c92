import jax

jax.tree.map(lambda x, y: x + y, [1, 2, 3], [1, 2, 3, 4])
