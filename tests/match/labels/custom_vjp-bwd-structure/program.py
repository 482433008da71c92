import jax
import jax.numpy as jnp


@jax.custom_vjp
def scaled(x, y):
    return x * y


scaled.defvjp(lambda x, y: (x * y, (x, y)), lambda kept, g: (g * kept[1],))
jax.grad(scaled)(1.0, 2.0)
