import sys
from pathlib import Path

plugin = Path("jax_plugins", "my_accelerator")
plugin.mkdir(parents=True)
plugin.joinpath("__init__.py").write_text("""\
from jax._src import xla_bridge


def initialize():
    xla_bridge.register_plugin("my_accelerator", library="libmy_accelerator.so")
""")

import jax

print(jax.devices())
