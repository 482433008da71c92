import numpy as np

np.einsum('i->ii', np.ones(3))
