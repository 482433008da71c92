import numpy as np

import scipy.optimize

scipy.optimize.brentq(lambda x: x**2 + 1, -1, 1)
