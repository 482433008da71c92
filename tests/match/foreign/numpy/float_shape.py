import numpy as np

np.zeros((2.0, 3))
