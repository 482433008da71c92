import numpy as np

if np.ones(3) > 0:
    pass
