import jax
import jax.numpy as jnp


def loss(x):
    if x.shape != (3,):
        raise ValueError(f'in_axes: this loss is for vectors of 3, not for shape {x.shape} and dtype {x.dtype}')
    return x.sum()


jax.vmap(jax.grad(loss))(jnp.ones((2, 4)))
