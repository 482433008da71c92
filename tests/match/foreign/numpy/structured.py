import numpy as np

points = np.zeros(2, dtype=[('x', float), ('y', float)])
points['z']
