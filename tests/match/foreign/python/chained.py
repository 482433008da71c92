try:
    {}['x']
except KeyError as error:
    raise RuntimeError('Unable to initialize the service') from error
