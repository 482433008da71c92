import numpy as np

from sklearn.linear_model import LinearRegression

LinearRegression().predict(np.ones((2, 3)))
