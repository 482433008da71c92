raise TimeoutError('Barrier timed out')
