import jax
import jax.numpy as jnp

@jax.custom_vjp
def f(x):
    return x


def forward(x):
    raise NotImplementedError('forward rule to be done')


f.defvjp(forward, lambda r, g: (g,))
jax.grad(f)(1.0)
