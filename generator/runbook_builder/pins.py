"""Pins: the environment that a record builds for itself, by the very commands that its page shows."""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from runbook_builder.problem import Problem, ProblemsError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

FOLDER = "scratch"
"""Name of the environment on the page."""


def commands(*steps: Sequence[str]) -> tuple[str, ...]:
    """Return the commands that build an environment, as the page shows them; a step is what pip is given."""
    made = [f"python -m venv {FOLDER}"]
    made += [f"{FOLDER}/bin/python -m pip install {shlex.join(step)}" for step in steps if step]
    return tuple(made)


@dataclass(kw_only=True)
class Environments:
    """Environments built for pins, kept in an untracked folder by the digest of their commands. Thread-safe."""

    folder: Path
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def python(self, steps: Sequence[Sequence[str]]) -> Path:
        """Return the interpreter of the environment for these steps of pip. Raises ``ProblemsError``."""
        text = json.dumps([sys.version, list(map(list, steps))])
        place = self.folder / hashlib.sha256(text.encode()).hexdigest()[:16]
        done = place / "done"
        with self._lock:
            if not done.is_file():
                shutil.rmtree(place, ignore_errors=True)
                place.mkdir(parents=True)
                for command in commands(*steps):
                    _run(command, place)
                done.write_text(text, encoding="utf-8")
        return place / FOLDER / "bin" / "python"


def _run(command: str, place: Path) -> None:
    """Run one command of the page. ``python`` is the one that runs us; pip's own chatter is left out."""
    print(f"  {command}", file=sys.stderr, flush=True)
    program, *arguments = shlex.split(command)
    program = sys.executable if program == "python" else str(place / program)
    done = subprocess.run([program, *arguments], cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        message = f"'{command}' failed: {last}; see whether its requirements exist for Python {sys.version.split()[0]}"
        raise ProblemsError(Problem(path="requires", line=0, message=message))
