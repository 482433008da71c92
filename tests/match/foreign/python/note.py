error = ValueError('got shapes (3,) and (4,)')
error.add_note('in layer 3')
raise error
