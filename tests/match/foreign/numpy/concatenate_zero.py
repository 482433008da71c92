import numpy as np

np.concatenate([1, 2])
