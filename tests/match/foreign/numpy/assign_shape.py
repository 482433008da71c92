import numpy as np

x = np.ones((2, 3))
x[:, 0] = np.ones(3)
