import numpy as np

x = np.ones(3)
x.flags.writeable = False
x[0] = 2
