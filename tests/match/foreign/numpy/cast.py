import numpy as np

np.add(np.ones(3), 1j, out=np.ones(3))
