import jax.core

jax.core.Primitive
