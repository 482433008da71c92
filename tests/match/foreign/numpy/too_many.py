import numpy as np

np.ones((2, 3))[0, 1, 2]
