import traceback

import jax.numpy as jnp

a = jnp.eye(3, dtype=jnp.float16)
linalg = jnp.linalg
for decompose in (linalg.inv, linalg.qr, linalg.svd, linalg.eig, linalg.eigh):
    try:
        decompose(a)
    except (NotImplementedError, TypeError):
        traceback.print_exc()

linalg.cholesky(a)
