import numpy as np

np.int8(1000)
