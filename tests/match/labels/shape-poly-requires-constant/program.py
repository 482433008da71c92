import jax
import jax.numpy as jnp
from jax import export

(length,) = export.symbolic_shape("length")


@jax.jit
def pad_to_even(values):
    missing = int(values.shape[0]) % 2
    return jnp.pad(values, (0, missing))


export.export(pad_to_even)(jax.ShapeDtypeStruct((length,), jnp.float32))
