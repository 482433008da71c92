import pickle

pickle.dumps(lambda x: x)
