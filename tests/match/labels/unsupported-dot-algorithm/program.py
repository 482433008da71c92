import jax
import jax.numpy as jnp

left = right = jnp.ones((8, 8))
print(jax.lax.dot(left, right, precision=jax.lax.DotAlgorithmPreset.TF32_TF32_F32))
