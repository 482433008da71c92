from jax.experimental import mesh_utils

mesh_utils.create_device_mesh((1, 8))
