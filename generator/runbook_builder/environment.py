"""An environment: the interpreter, the JAX in it and the platform that doctests are run on."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from runbook_builder.problem import Problem, ProblemsError

_PROBE = """
import importlib.metadata, importlib.util, json, sys
spec = importlib.util.find_spec("jax")
print(json.dumps({
    "python": "%d.%d" % sys.version_info[:2],
    "jax": importlib.metadata.version("jax"),
    "jaxlib": importlib.metadata.version("jaxlib"),
    "numpy": importlib.metadata.version("numpy"),
    "package": spec.submodule_search_locations[0],
}))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """One place to run doctests in."""

    python: str
    """Minor release, such as ``3.13``."""
    jax: str
    jaxlib: str
    numpy: str
    platform: str
    """``cpu`` or ``cuda``."""
    interpreter: Path
    package: Path
    """Folder of the installed ``jax`` package."""

    @property
    def name(self) -> str:
        """Name of the environment's ledger files."""
        return f"jax-{self.jax}-py{self.python}-{self.platform}"

    @property
    def words(self) -> str:
        """The environment in words, for pages and messages."""
        return f"JAX {self.jax}, Python {self.python}, {self.platform.upper()}"


def probe(interpreter: Path | None = None, platform: str = "cpu") -> Environment:
    """Ask an interpreter what it holds, without importing JAX. Raises ``ProblemsError`` when it has no JAX."""
    interpreter = interpreter or Path(sys.executable)
    try:
        done = subprocess.run([interpreter, "-c", _PROBE], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"cannot be run as a Python interpreter: {error}; give the path of one"
        raise ProblemsError(Problem(path=str(interpreter), line=0, message=message)) from error
    if done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        message = f"holds no usable JAX ({reason}); install requirements/jax-<release>.txt into it"
        raise ProblemsError(Problem(path=str(interpreter), line=0, message=message))
    facts = json.loads(done.stdout)
    return Environment(
        python=facts["python"],
        jax=facts["jax"],
        jaxlib=facts["jaxlib"],
        numpy=facts["numpy"],
        platform=platform,
        interpreter=interpreter,
        package=Path(facts["package"]),
    )
