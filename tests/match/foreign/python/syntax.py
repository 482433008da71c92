compile('x = = 1', 'a.py', 'exec')
