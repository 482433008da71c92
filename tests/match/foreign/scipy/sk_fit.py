import numpy as np

from sklearn.linear_model import LinearRegression

LinearRegression().fit(np.ones((2, 3)), np.ones(4))
