import numpy as np

np.array([True]) - np.array([False])
