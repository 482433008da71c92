import threading

import jax

threading.Thread(target=jax.jit(lambda x: x.params), args=(1.0,), name='trainer').start()
