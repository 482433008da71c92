import jax
import jax.numpy as jnp


@jax.tree_util.register_pytree_node_class
class Layer:
    def __init__(self, weight, name):
        self.weight, self.name = weight, name

    def tree_flatten(self):
        return (self.weight,), self.name

    @classmethod
    def tree_unflatten(cls, name, children):
        return cls(*children, name)


jax.tree.map(jnp.add, Layer(1.0, "a"), Layer(2.0, "b"))
