import tensorflow as tf


@tf.function
def f(x):
    if tf.reduce_sum(x) > 0:
        y = x
    return y


f(tf.ones(3))
