import importlib.util
import sys
from pathlib import Path

packages = Path(importlib.util.find_spec("jax").origin).parents[1]
without = Path("site-packages").absolute()
without.mkdir()
for entry in packages.iterdir():
    if not entry.name.startswith("jaxlib"):
        (without / entry.name).symlink_to(entry)
sys.path = [str(without) if Path(place) == packages else place for place in sys.path]

import jax
