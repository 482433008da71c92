import jax
import jax.numpy as jnp


@jax.custom_vjp
def scaled(x):
    return 2 * x


scaled.defvjp(lambda x: (2 * x, None), lambda kept, g: (2 * g,))
jax.jvp(scaled, (1.0,), (1.0,))
