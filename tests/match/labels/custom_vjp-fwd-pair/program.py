import jax
import jax.numpy as jnp


@jax.custom_vjp
def scaled(x):
    return 2 * x


scaled.defvjp(lambda x: 2 * x, lambda kept, g: (2 * g,))
jax.grad(scaled)(1.0)
