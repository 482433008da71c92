import jaxx.numpy
