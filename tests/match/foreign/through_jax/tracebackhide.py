import os

os.environ['JAX_TRACEBACK_FILTERING'] = 'tracebackhide'
import jax


def step(x, rate):
    return x * rate


jax.jit(step)(1.0)
