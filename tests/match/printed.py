"""Run the program of each label on one interpreter's JAX and keep what it printed, without paths of this machine.

    python tests/match/printed.py PYTHON [LABEL ...]

writes tests/match/labels/LABEL/RELEASE.txt, the standard error of program.py under JAX's default settings. A program
that ends without an error, a warning or a log line writes nothing and is reported.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

LABELS = Path(__file__).parent / "labels"


def run(python: str, program: Path) -> tuple[str, str]:
    """Return the JAX release and what ``program`` wrote to standard error."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(program, Path(scratch, "program.py"))
        environment = {"PATH": os.environ["PATH"], "HOME": scratch, "JAX_PLATFORMS": "cpu", "PYTHONWARNINGS": "default"}
        release = subprocess.run(
            [python, "-c", "import jax.version; print(jax.version.__version__)"],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        ).stdout.strip()
        done = subprocess.run(
            [python, "program.py"],
            cwd=scratch,
            capture_output=True,
            text=True,
            env=environment,
            timeout=300,
            check=False,
        )
        return release, clean(done.stderr, scratch)


def clean(text: str, scratch: str) -> str:
    """Replace the places of this machine: the scratch folder, the standard library and the installed packages."""
    text = text.replace(scratch + "/", "")
    text = re.sub(r"/[^\s\"':]*?/site-packages/", "site-packages/", text)
    return re.sub(r"/[^\s\"':]*?/(?=lib/python3)", "", text)


def main() -> int:
    """Run the labels named, or all."""
    python, *labels = sys.argv[1:]
    failed = 0
    for folder in sorted(LABELS.iterdir() if not labels else (LABELS / label for label in labels)):
        release, printed = run(python, folder / "program.py")
        place = folder / f"{release}.txt"
        if printed.strip():
            place.write_text(printed, encoding="utf-8")
            print(f"{folder.name} on {release}: {printed.strip().splitlines()[-1][:150]}")
        else:
            failed += 1
            print(f"{folder.name} on {release}: printed NOTHING")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
