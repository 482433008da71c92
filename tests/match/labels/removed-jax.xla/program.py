import jax

jax.xla
