open('checkpoint.msgpack')
