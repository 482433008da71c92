import numpy as np

np.ones(0)[0]
