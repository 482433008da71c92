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


def release_of(python: str) -> str:
    """Return the release of the JAX that an interpreter holds."""
    command = [python, "-c", "import jax.version; print(jax.version.__version__)"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def printed(python: str, program: Path) -> str:
    """Return what ``program`` wrote to standard error, in a scratch folder and with default settings."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(program, Path(scratch, "program.py"))
        environment = {"PATH": os.environ["PATH"], "HOME": scratch, "JAX_PLATFORMS": "cpu", "PYTHONWARNINGS": "default"}
        done = subprocess.run(
            [python, "program.py"],
            cwd=scratch,
            capture_output=True,
            text=True,
            errors="replace",
            env=environment,
            timeout=300,
            check=False,
        )
        return clean(done.stderr, scratch)


def clean(text: str, scratch: str) -> str:
    """Replace the places of this machine: the scratch folder, the standard library and the installed packages."""
    text = text.replace(scratch + "/", "")
    text = re.sub(r"/[^\s\"':]*?/site-packages/", "site-packages/", text)
    text = re.sub(r"/tmp/(__autograph_generated_file)\w+", r"\1", text)  # noqa: S108
    return re.sub(r"/[^\s\"':]*?/(?=lib/python3)", "", text)


def main() -> int:
    """Run the labels named, or all."""
    python, *labels = sys.argv[1:]
    release = release_of(python)
    failed = 0
    for folder in sorted(LABELS.iterdir() if not labels else (LABELS / label for label in labels)):
        text = printed(python, folder / "program.py")
        if text.strip():
            (folder / f"{release}.txt").write_text(text, encoding="utf-8")
            print(f"{folder.name} on {release}: {text.strip().splitlines()[-1][:150]}")
        else:
            failed += 1
            print(f"{folder.name} on {release}: printed NOTHING")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
