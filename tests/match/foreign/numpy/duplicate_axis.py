import numpy as np

np.sum(np.ones((2, 2)), axis=(0, 0))
