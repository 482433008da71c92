import jax


@jax.jit
def f(x):
    raise ExceptionGroup('layers failed', [ValueError('layer 0: bad shape (3,)'), KeyError('layer 1')])


f(1.0)
