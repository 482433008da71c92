import numpy as np

np.linalg.solve(np.ones((2, 2)), np.ones(2))
