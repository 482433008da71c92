"""An environment: the interpreter, the JAX in it and the platform that doctests are run on."""

from __future__ import annotations

import importlib.metadata
import inspect
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from runbook_builder.problem import Problem, ProblemsError


def _facts() -> dict[str, str]:
    """Return what this interpreter holds. Its source is sent to other interpreters: it uses nothing from outside."""
    import importlib.metadata  # noqa: PLC0415
    import importlib.util  # noqa: PLC0415
    import sys  # noqa: PLC0415

    spec = importlib.util.find_spec("jax")
    places = spec.submodule_search_locations if spec else None
    facts = {name: importlib.metadata.version(name) for name in ("jax", "jaxlib", "numpy")}
    return {**facts, "python": ".".join(map(str, sys.version_info[:2])), "package": str((places or [""])[0])}


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
    if interpreter is None or interpreter == Path(sys.executable):
        interpreter = Path(sys.executable)
        try:
            return _environment(interpreter, _facts(), platform)
        except importlib.metadata.PackageNotFoundError as error:
            raise _unusable(interpreter, str(error)) from error
    code = f"import json\n{inspect.getsource(_facts)}\nprint(json.dumps(_facts()))"
    try:
        done = subprocess.run([interpreter, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"cannot be run as a Python interpreter: {error}; give the path of one"
        raise ProblemsError(Problem(path=str(interpreter), line=0, message=message)) from error
    if done.returncode:
        raise _unusable(interpreter, done.stderr.strip().rpartition("\n")[2])
    return _environment(interpreter, json.loads(done.stdout), platform)


def _unusable(interpreter: Path, reason: str) -> ProblemsError:
    message = f"holds no usable JAX ({reason}); install requirements/jax-<release>.txt into it"
    return ProblemsError(Problem(path=str(interpreter), line=0, message=message))


def _environment(interpreter: Path, facts: dict[str, str], platform: str) -> Environment:
    return Environment(
        python=facts["python"],
        jax=facts["jax"],
        jaxlib=facts["jaxlib"],
        numpy=facts["numpy"],
        platform=platform,
        interpreter=interpreter,
        package=Path(facts["package"]),
    )
