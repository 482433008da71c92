import subprocess
import sys
from pathlib import Path

Path('test_scan.py').write_text('''
import jax
import jax.numpy as jnp


def body(carry, x):
    low, high = carry, x, 1
    return low, high


def test_scan():
    jax.lax.scan(body, 0.0, jnp.ones(3))
''')
subprocess.run([sys.executable, '-m', 'pytest', '--no-header', 'test_scan.py'], stdout=sys.stderr)
