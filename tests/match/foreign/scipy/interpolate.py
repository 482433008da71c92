import numpy as np

import scipy.interpolate

scipy.interpolate.CubicSpline([0, 0], [1, 2])
