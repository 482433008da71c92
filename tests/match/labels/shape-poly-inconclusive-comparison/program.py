import jax
import jax.numpy as jnp
from jax import export

(batch,) = export.symbolic_shape("batch")


@jax.jit
def pad_to_sixteen(values):
    if values.shape[0] < 16:
        values = jnp.pad(values, (0, 16 - values.shape[0]))
    return values


export.export(pad_to_sixteen)(jax.ShapeDtypeStruct((batch,), jnp.float32))
