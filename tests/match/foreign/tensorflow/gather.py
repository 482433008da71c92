import tensorflow as tf

tf.gather(tf.ones(3), [5])
