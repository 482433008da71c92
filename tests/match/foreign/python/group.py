raise ExceptionGroup('several', [ValueError('got 1'), TypeError('bad type')])
