import numpy as np

np.ones(3)[np.array([True, False])]
