import tensorflow as tf


@tf.function(input_signature=[tf.TensorSpec([3], tf.float32)])
def f(x):
    return x


f(tf.ones(4))
