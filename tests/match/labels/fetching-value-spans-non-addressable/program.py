import subprocess
import sys

WORKER = """
import sys

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

jax.distributed.initialize("127.0.0.1:12425", num_processes=2, process_id=int(sys.argv[1]))
sharding = NamedSharding(Mesh(np.array(jax.devices()), "data"), PartitionSpec("data"))
tokens = jax.make_array_from_callback((4,), sharding, lambda index: np.arange(4)[index])
np.asarray(tokens)
"""
first = subprocess.Popen([sys.executable, "-c", WORKER, "0"])
second = subprocess.Popen([sys.executable, "-c", WORKER, "1"], stderr=subprocess.DEVNULL)
first.wait()
second.wait()
