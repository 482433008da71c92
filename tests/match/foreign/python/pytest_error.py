import subprocess
import sys
from pathlib import Path

Path('test_step.py').write_text('''
import pytest


@pytest.fixture
def params():
    return {'w': [1.0, 2.0]}


def step(params, x):
    return params['w'][x]


def test_step(params):
    assert step(params, 2.0) == 1.0


def test_other(batch):
    pass
''')
subprocess.run([sys.executable, '-m', 'pytest', '--no-header', 'test_step.py'], stdout=sys.stderr)
