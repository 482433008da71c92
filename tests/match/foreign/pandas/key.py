import pandas as pd

pd.DataFrame({'a': [1]})['b']
