import jax.experimental.export.shape_poly
