"""A problem: a place and a sentence that says what to do. All problems of a run are shown at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Problem:
    """Something a person must put right."""

    path: str
    """Path relative to the project's root."""
    line: int
    """Line in that file, from 1; 0 where the whole file is meant."""
    message: str

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}"


class ProblemsError(Exception):
    """Ends a step that found problems; nothing after it may run."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, sorted(problems))))
        self.problems = tuple(sorted(problems))


def quoted(value: object) -> str:
    """Return ``value`` as a short quoted text on one line, for a message."""
    text = " ".join(str(value).split())
    return f"'{text[:77]}…'" if len(text) > 78 else f"'{text}'"
