import subprocess
import sys
from pathlib import Path

Path('test_shapes.py').write_text('''
def test_shape():
    shape = (3, 4)
    assert shape == (4, 3), 'shapes must be equal'
''')
subprocess.run([sys.executable, '-m', 'pytest', '--no-header', 'test_shapes.py'], stdout=sys.stderr)
