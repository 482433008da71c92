import traceback

import jax

jax.config.update("jax_debug_key_reuse", True)


@jax.jit
def draw(key):
    return jax.random.normal(key) + jax.random.uniform(key)


try:
    draw(jax.random.key(1))
except jax.errors.KeyReuseError:
    traceback.print_exc()

key = jax.random.key(0)
x = jax.random.normal(key)
y = jax.random.normal(key)
