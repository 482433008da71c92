"""Which JAX a reader has, and what was seen of a runbook on the release nearest to it. Does not import JAX."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jax_runbooks.index import Entry

_RELEASE = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,4}){1,3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What was seen of one runbook on one release."""

    release: str
    """The release that was run."""
    asked: str
    """The release that was asked for; another than ``release`` where that one was not run."""
    error: bool
    """Whether every reproducer did there what the page says."""
    fixes: int
    """Fixes that did there what the page says."""
    all_fixes: int

    @property
    def brief(self) -> str:
        """A few words for the end of a line."""
        error = "as documented" if self.error else "NOT as documented"
        return f"on JAX {self.release}: error {error}, fixes {self.fixes} of {self.all_fixes}"

    @property
    def words(self) -> str:
        """One sentence for a person."""
        place = f"JAX {self.release}"
        if self.asked != self.release:
            place += f" (the nearest run to your {self.asked})"
        error = "the error is as documented" if self.error else "the error is NOT as documented"
        return f"On {place} {error}; fixes that work there as documented: {self.fixes} of {self.all_fixes}."


def running() -> str | None:
    """Return the release of the JAX that this process has imported, if it has; importing it is not our business."""
    version = getattr(sys.modules.get("jax"), "__version__", None)
    return version if isinstance(version, str) and _parts(version) else None


def standing(entry: Entry, asked: str | None) -> Standing | None:
    """Return what was seen of an entry on the release nearest to ``asked``, by default the newest that was run.

    Nearest is the release itself, else the newest of the same minor series, else the newest that is older, else the
    oldest. ``None`` when nothing was run.
    """
    ran = sorted((release for release in entry.releases if _parts(release)), key=_key)
    if not ran:
        return None
    wanted = asked if asked and _parts(asked) else ran[-1]
    key = _key(wanted)
    series = [release for release in ran if _key(release)[:2] == key[:2]]
    older = [release for release in ran if _key(release) < key]
    nearest = wanted if wanted in ran else (series or older or ran[:1])[-1]
    reproduced, reproducers, fixes, all_fixes = entry.releases[nearest]
    return Standing(
        release=nearest,
        asked=wanted,
        error=reproducers > 0 and reproduced == reproducers,
        fixes=fixes,
        all_fixes=all_fixes,
    )


def is_release(text: str) -> bool:
    """Whether a text begins as a release does: ``0.4.38``, ``0.5.0.dev20250101``."""
    return bool(_parts(text))


def _parts(release: str) -> str:
    found = _RELEASE.match(release)
    return found[0] if found else ""


def _key(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in _parts(release).split("."))
