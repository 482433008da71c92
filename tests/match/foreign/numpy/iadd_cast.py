import numpy as np

x = np.arange(3)
x += 0.5
