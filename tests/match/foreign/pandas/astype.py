import pandas as pd

pd.Series(['x']).astype(int)
