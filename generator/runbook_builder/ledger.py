"""The ledger: all verdicts, tracked in git. What was seen, never a permission to skip a run.

One file for each record and environment, without clock, duration or path: the same result gives the same bytes.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from packaging.version import Version

from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import write
from runbook_builder.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from runbook_builder.environment import Environment
    from runbook_builder.project import Project

_FACTS = ("jax", "jaxlib", "numpy", "platform", "python")


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What was seen of one page in one environment."""

    jax: str
    jaxlib: str
    numpy: str
    platform: str
    python: str
    verdicts: tuple[Verdict, ...]

    @property
    def words(self) -> str:
        """The environment in words."""
        return f"JAX {self.jax}, Python {self.python}, {self.platform.upper()}"


def record(project: Project, slug: str, environment: Environment, verdicts: Sequence[Verdict]) -> bool:
    """Write what was seen of a page; return whether the file changed."""
    facts = {name: getattr(environment, name) for name in _FACTS}
    data = {**facts, "verdicts": [asdict(one) for one in verdicts]}
    text = json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    return write(_folder(project) / slug / f"{environment.name}.json", text)


def read(project: Project, slug: str) -> tuple[Page, ...]:
    """Return what was seen of a page in every environment, the newest JAX last. Raises ``ProblemsError``."""
    return tuple(_read(project, path) for path in sorted((_folder(project) / slug).glob("*.json"), key=_by_release))


def _folder(project: Project) -> Path:
    return project.docs / "ledger"


def _by_release(path: Path) -> tuple[list[int], str]:
    release = path.name.removeprefix("jax-").partition("-")[0]
    return [int(part) if part.isdecimal() else 0 for part in release.split(".")], path.name


def _read(project: Project, path: Path) -> Page:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        Version(data["jax"])
        verdicts = tuple(Verdict(**{**one, "outcome": Outcome(one["outcome"])}) for one in data["verdicts"])
        return Page(**{name: str(data[name]) for name in _FACTS}, verdicts=verdicts)
    except (ValueError, KeyError, TypeError) as error:
        message = f"is no ledger file ({error}); delete it and run 'nox -s verify'"
        raise ProblemsError(Problem(path=project.relative(path), line=0, message=message)) from error
