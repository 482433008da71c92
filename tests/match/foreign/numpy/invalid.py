import numpy as np

np.log(np.array(-1.0))
