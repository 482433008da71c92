try:
    {}['x']
except KeyError:
    int('x')
