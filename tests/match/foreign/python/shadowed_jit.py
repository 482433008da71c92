from pathlib import Path

Path('jax.py').write_text('import math\n')
import jax

jax.jit(lambda x: x)
