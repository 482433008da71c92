import tensorflow as tf

tf.ones(3) + tf.ones(3, tf.int32)
