import pandas as pd

pd.DataFrame({'a': [1, 2]})['b'] = [1, 2, 3]
df = pd.DataFrame({'a': [1, 2]})
df['b'] = [1, 2, 3]
