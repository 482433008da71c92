import pandas as pd

if pd.Series([1, 2]):
    pass
