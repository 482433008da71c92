import numpy as np

[1, 2, 3][np.array([0, 1])]
