import jax.numpy as jnp
from jaxtyping import Array, Float, jaxtyped
import equinox as eqx


class Layer(eqx.Module):
    w: Float[Array, '3 4']

    def __check_init__(self):
        if not isinstance(self.w, Float[Array, '3 4']):
            raise TypeError(f'w is not Float[Array, "3 4"]: {self.w.dtype}{self.w.shape}')


Layer(jnp.ones((4, 3)))
