import numpy as np

np.array([2**70], dtype=np.int64)
