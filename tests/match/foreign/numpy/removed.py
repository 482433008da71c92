import numpy as np

np.float
