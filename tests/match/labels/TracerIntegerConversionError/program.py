import jax


@jax.jit
def euler(x, steps):
    for _ in range(steps):
        x = x + 0.1 * x
    return x


euler(1.0, 10)
