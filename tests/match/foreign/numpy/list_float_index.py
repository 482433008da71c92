import numpy as np

np.ones(3)[[0.5]]
