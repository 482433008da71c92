import numpy as np

np.random.default_rng(0).normal(0.0, -1.0, size=3)
