import tensorflow as tf

x = tf.ones(3)
x[0] = 1
