import pandas as pd

pd.DataFrame({'a': [1, 1], 'b': [2, 2], 'c': [3, 4]}).pivot(index='a', columns='b', values='c')
