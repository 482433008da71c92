import jax.interpreters.xla

jax.interpreters.xla.pytype_aval_mappings
