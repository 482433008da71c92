import pandas as pd

pd.concat([])
