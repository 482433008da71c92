import numpy as np

np.bool8
