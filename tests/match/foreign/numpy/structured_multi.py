import numpy as np

np.zeros(2, dtype=[('x', float)])[['x', 'q']]
