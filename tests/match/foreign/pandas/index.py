import pandas as pd

pd.Series([1, 2]).iloc[5]
