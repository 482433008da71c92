import tensorflow as tf

with tf.device('/GPU:0'):
    tf.ones(3) + 1
