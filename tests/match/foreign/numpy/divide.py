import numpy as np

np.ones(2) / 0
