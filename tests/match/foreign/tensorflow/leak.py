import tensorflow as tf

kept = []


@tf.function
def f(x):
    kept.append(x)
    return x


f(tf.ones(3))
kept[0] + 1
