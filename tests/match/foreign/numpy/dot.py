import numpy as np

np.dot(np.ones(3), np.ones(4))
