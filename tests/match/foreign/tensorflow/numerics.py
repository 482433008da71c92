import tensorflow as tf

tf.debugging.check_numerics(tf.math.log(-1.0), 'nan here')
