import keras

keras.Sequential([keras.layers.Dense(2)]).summary()
keras.Sequential([keras.layers.Dense(2)]).weights[0]
keras.layers.Dense(2).kernel
