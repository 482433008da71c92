import jax
import jax.numpy as jnp

import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ('x',))


def f(x):
    raise ValueError('bad local shape')


jax.shard_map(f, mesh=mesh, in_specs=P('x'), out_specs=P('x'))(jnp.ones(2))
