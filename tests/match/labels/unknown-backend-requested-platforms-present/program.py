import jax

print(jax.devices("gpu"))
