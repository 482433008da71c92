import numpy as np

np.dtype([('a',)])
