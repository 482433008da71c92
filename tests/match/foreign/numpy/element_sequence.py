import numpy as np

np.zeros(3)[0] = [1, 2]
x = np.zeros(3)
x[0] = [1, 2]
