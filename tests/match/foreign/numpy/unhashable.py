import numpy as np

hash(np.ones(3))
