import tensorflow as tf

tf.config.set_visible_devices(tf.config.list_physical_devices('GPU')[0], 'GPU')
