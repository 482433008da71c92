import numpy as np

np.max(np.ones(0))
