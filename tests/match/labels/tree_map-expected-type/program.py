import jax

jax.tree.map(lambda x, y: x + y, {"w": 1}, [1])
