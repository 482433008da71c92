import numpy as np

np.random.default_rng().choice(3, size=5, replace=False)
