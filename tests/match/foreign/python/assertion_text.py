assert (2, 3) == (3, 2), 'shapes must agree'
