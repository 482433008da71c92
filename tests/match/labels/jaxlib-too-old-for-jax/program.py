import jaxlib.version

jaxlib.version.__version__ = "0.3.25"

import jax
