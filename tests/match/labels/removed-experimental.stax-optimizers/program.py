import traceback

try:
    from jax import stax
except ImportError:
    traceback.print_exc()

try:
    from jax.experimental import stax
except ImportError:
    traceback.print_exc()

try:
    import jax.experimental.stax as stax
except ImportError:
    traceback.print_exc()

try:
    import jax.experimental.optimizers as optimizers
except ImportError:
    traceback.print_exc()

from jax.experimental import optimizers

print(stax.Dense(8), optimizers.sgd(0.1))
