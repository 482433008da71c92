import numpy as np

np.ones((2, 3)).transpose(0, 1, 2)
