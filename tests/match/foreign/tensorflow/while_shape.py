import tensorflow as tf

tf.while_loop(lambda x: True, lambda x: tf.concat([x, x], 0), [tf.ones(1)], maximum_iterations=3)


@tf.function
def f(x):
    return tf.while_loop(lambda x: True, lambda x: tf.concat([x, x], 0), [x], maximum_iterations=3)


f(tf.ones(1))
