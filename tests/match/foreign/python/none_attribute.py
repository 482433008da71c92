None.shape
