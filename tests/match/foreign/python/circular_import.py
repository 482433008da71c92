from pathlib import Path

Path('jx.py').write_text('import jy\nnumpy = 1\n')
Path('jy.py').write_text('from jx import numpy\n')
import jx
