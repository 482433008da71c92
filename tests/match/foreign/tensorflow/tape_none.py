import tensorflow as tf

with tf.GradientTape() as tape:
    y = tf.ones(3) * 2
tape.gradient(y, 'x')
