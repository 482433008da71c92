sorted({1: 2, 'a': 3})
