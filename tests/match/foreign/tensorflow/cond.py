import tensorflow as tf

@tf.function
def f(x):
    return tf.cond(x > 0, lambda: 1.0, lambda: 'a')


f(tf.constant(1.0))
