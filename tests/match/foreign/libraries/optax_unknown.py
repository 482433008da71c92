import optax

optax.adamm(1e-3)
