import numpy as np

import scipy.fft

scipy.fft.fft([])
