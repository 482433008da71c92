import numpy as np

np.squeeze(np.ones((2, 3)), axis=0)
