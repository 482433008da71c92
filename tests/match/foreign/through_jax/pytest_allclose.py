import subprocess
import sys
from pathlib import Path

Path('test_sum.py').write_text('''
import jax
import jax.numpy as jnp
import numpy as np


def test_sum():
    np.testing.assert_allclose(jax.jit(jnp.sum)(jnp.ones(3)), 4.0, rtol=1e-6)
''')
subprocess.run([sys.executable, '-m', 'pytest', '--no-header', 'test_sum.py'], stdout=sys.stderr)
