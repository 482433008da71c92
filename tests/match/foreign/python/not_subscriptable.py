None[0]
