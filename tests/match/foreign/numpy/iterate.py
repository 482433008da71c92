import numpy as np

for x in np.array(3):
    pass
