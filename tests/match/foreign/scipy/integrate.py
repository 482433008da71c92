import numpy as np

import scipy.integrate

scipy.integrate.solve_ivp(lambda t, y: np.ones(3), (0, 1), [1.0])
