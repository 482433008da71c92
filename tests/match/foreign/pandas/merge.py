import pandas as pd

pd.DataFrame({'a': [1]}).merge(pd.DataFrame({'b': [1]}), on='a')
