import jax
import jax.numpy as jnp

try:
    from jax.ffi import ffi_call
except ImportError:
    from jax.extend.ffi import ffi_call


@jax.jit
def softmax(x):
    return ffi_call("scaled_softmax_forward", jax.ShapeDtypeStruct(x.shape, x.dtype))(x)


softmax(jnp.ones(3))
