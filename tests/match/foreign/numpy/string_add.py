import numpy as np

np.array(['a']) + 1
