import jax
import jax.numpy as jnp


from jax.experimental import io_callback


def shout(x):
    def body(y):
        io_callback(print, None, y)
        return y + 1

    return jax.lax.while_loop(lambda y: y < 3, body, x)


jax.vmap(shout)(jnp.arange(2))
