import jax


class Pair:
    def __init__(self, left, right):
        self.left, self.right = left, right


jax.tree_util.register_pytree_node(Pair, lambda pair: ((pair.left, pair.right), None), lambda aux, children: Pair(*children, aux))
jax.tree.map(lambda x: x + 1, Pair(1, 2))
