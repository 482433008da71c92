import numpy as np
from numba import cuda

cuda.to_device(np.ones(3))
