raise RuntimeError('RESOURCE_EXHAUSTED: quota of 10 requests a minute is used up')
