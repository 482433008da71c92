import jax


@jax.custom_jvp
def double(x):
    return 2 * x


double.defjvps(lambda t, out, x: 2 * t, lambda t, out, x: 0 * t)

jax.jvp(double, (1.0,), (1.0,))
