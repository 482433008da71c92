import pandas as pd

pd.to_datetime('yesterdayish')
