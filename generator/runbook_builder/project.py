"""The project: where things lie, and the facts of ``[tool.runbooks]`` in pyproject.toml."""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from runbook_builder.problem import Problem, ProblemsError

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """Paths and settings of one checkout."""

    root: Path
    primary: str
    """The JAX release that every published page must pass."""
    releases: tuple[str, ...]
    """The releases whose verdicts the pages show, oldest first."""
    site_url: str
    repo_url: str

    @property
    def records(self) -> Path:
        """Folder of the records."""
        return self.root / "records"

    @property
    def docs(self) -> Path:
        """Folder that MkDocs reads."""
        return self.root / "docs"

    @property
    def pages(self) -> Path:
        """Folder of the generated runbook pages."""
        return self.docs / "errors"

    @property
    def packed(self) -> Path:
        """The package that users install; the index and the runbooks are generated into it."""
        return self.root / "generator" / "jax_runbooks"

    @property
    def cache(self) -> Path:
        """Untracked folder for what may be lost."""
        return self.root / ".cache"

    def relative(self, path: Path) -> str:
        """Return ``path`` as problems show it: from the root, with slashes."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.name


def open_project(start: Path) -> Project:
    """Find the project that holds ``start`` and read its settings. Raises ``ProblemsError``."""
    for root in (start, *start.parents):
        if (root / "pyproject.toml").is_file() and (root / "records").is_dir():
            break
    else:
        message = "no pyproject.toml beside a records/ folder here or above; run this inside a checkout of jax-runbooks"
        raise ProblemsError(Problem(path=start.name, line=0, message=message))
    try:
        settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["runbooks"]
        return Project(
            root=root,
            primary=settings["primary"],
            releases=tuple(settings["releases"]),
            site_url=settings["site-url"],
            repo_url=settings["repo-url"].rstrip("/"),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"[tool.runbooks] cannot be read: {error}; it needs primary, releases, site-url and repo-url"
        raise ProblemsError(Problem(path="pyproject.toml", line=0, message=message)) from error


def write(path: Path, text: str) -> bool:
    """Write ``text`` as a whole or not at all; return whether the file changed."""
    data = text.encode()
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return True
