import tensorflow as tf

@tf.function(autograph=False)
def f(x):
    return [y for y in x]


f(tf.ones(3))
