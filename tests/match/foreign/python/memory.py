bytearray(1 << 62)
