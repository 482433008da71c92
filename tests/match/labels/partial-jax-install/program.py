import importlib.util
import sys
from pathlib import Path

packages = Path(importlib.util.find_spec("jax").origin).parents[1]
left = Path("site-packages").absolute()
(left / "jax" / "_src" / "__pycache__").mkdir(parents=True)
sys.path = [str(left) if Path(place) == packages else place for place in sys.path]

import jax

with jax.named_scope("step"):
    print("step")
