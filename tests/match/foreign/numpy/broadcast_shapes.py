import numpy as np

np.broadcast_shapes((3,), (4,))
