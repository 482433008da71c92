import numpy as np

np.concatenate([np.ones((2, 3)), np.ones((2, 4))])
