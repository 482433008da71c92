import jax

module = jax.jit(lambda x: x + 1.0).lower(1.0).as_text()
jax.devices()[0].client.compile(module, [])
