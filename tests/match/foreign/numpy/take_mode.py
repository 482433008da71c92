import numpy as np

np.take(np.arange(3), [0, 7])
