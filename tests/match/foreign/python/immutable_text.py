class Config(dict):
    def __setitem__(self, key, value):
        raise TypeError('Config objects are immutable and do not support item assignment')


Config()['lr'] = 0.1
