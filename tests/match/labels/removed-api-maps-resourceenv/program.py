import jax
from jax.experimental.maps import ResourceEnv, thread_resources
from jax.sharding import Mesh

mesh = Mesh(jax.devices(), ("dp",))
thread_resources.env = ResourceEnv(mesh)
