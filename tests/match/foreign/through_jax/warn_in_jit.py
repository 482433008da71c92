import warnings

import jax


@jax.jit
def f(x):
    warnings.warn(f'tracing again for dtype {x.dtype}; it will be truncated', UserWarning)
    return x


f(1.0)
