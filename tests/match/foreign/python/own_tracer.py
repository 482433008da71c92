class TracerError(Exception):
    pass


raise TracerError('a tracer was found')
