import struct

struct.unpack('i', b'abc')
