class Buffer:
    def __del__(self):
        raise RuntimeError('Array has been deleted twice')


Buffer()
