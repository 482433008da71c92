import numpy as np

np.seterr(all='raise')
np.ones(2) / 0
