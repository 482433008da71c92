import jaxlib.version

jaxlib.version.__version__ = "99.0.0"

import jax
