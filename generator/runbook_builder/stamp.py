"""The stamp: whether anything changed since a run in which everything passed. Untracked, and imports nothing heavy.

It covers the bytes of every record, hand-written page and ledger file, of the workshop and the settings, and what is
installed of JAX. A clone has none, so there everything runs; ``--no-cache`` and every other command look past it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_INSTALLED = ("jax", "jaxlib", "numpy", "pydantic", "jinja2", "markdown-it-py", "pyyaml")


def at_rest(start: Path) -> str | None:
    """Return what the last whole run would say now, or ``None`` when there is something to do."""
    root = _root(start)
    try:
        digest, words = _file(root).read_text(encoding="utf-8").split("\n", 1) if root else ("", "")
    except (OSError, ValueError):
        return None
    return words.strip() if root and digest == inputs(root, ledger=True) else None


def keep(root: Path, before: str, words: str) -> None:
    """Remember that everything passed as it stands, and what to say of it; not when it changed during the run.

    ``before`` is what :func:`inputs` gave when the run began.
    """
    if inputs(root) == before:
        _file(root).parent.mkdir(parents=True, exist_ok=True)
        _file(root).write_text(f"{inputs(root, ledger=True)}\n{words}\n", encoding="utf-8")


def inputs(root: Path, *, ledger: bool = False) -> str:
    """Return a digest of everything that a verdict may hang on, and with ``ledger`` of what was written of it."""
    found = hashlib.sha256(sys.version.encode())
    for name in _INSTALLED:
        found.update(f"{name} {_version(name)}\0".encode())
    for name, path in _files(root):
        if ledger or not path.is_relative_to(root / "docs" / "ledger"):
            data = path.read_bytes()
            found.update(f"{name}\0{len(data)}\0".encode())
            found.update(data)
    return found.hexdigest()


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _root(start: Path) -> Path | None:
    """Return the checkout that holds ``start``, as ``project`` finds it."""
    for place in (start, *start.parents):
        if (place / "pyproject.toml").is_file() and (place / "records").is_dir():
            return place
    return None


def _file(root: Path) -> Path:
    return root / ".cache" / "at-rest"


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files in order, each with its name; what is generated is left out."""
    workshop = Path(__file__).parent
    generated = {root / "docs" / name for name in ("errors", "api", "e")}
    yield "pyproject.toml", root / "pyproject.toml"
    for folder in (root / "records", root / "docs", workshop, workshop.with_name("jax_runbooks")):
        for path in sorted(folder.rglob("*")):
            made = generated.intersection(path.parents) or path.name == "index.json" or path.suffix == ".pyc"
            if path.is_file() and not made:
                yield f"{folder.name}/{path.relative_to(folder).as_posix()}", path
