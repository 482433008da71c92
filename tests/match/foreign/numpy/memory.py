import numpy as np

np.ones((1 << 44,), np.int8)
