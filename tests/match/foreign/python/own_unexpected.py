class UnexpectedTracerError(Exception):
    pass


raise UnexpectedTracerError('the profiler did not expect a second tracer')
