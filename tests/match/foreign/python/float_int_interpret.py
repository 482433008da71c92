bytes([1.5])
