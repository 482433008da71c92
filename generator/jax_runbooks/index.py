"""The index: what the matcher needs of every record, and the matching itself. Knows no pages."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from jax_runbooks.signature import Signature, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from jax_runbooks.raised import Raised

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One runbook as the matcher sees it."""

    id: str
    slug: str
    title: str
    signatures: tuple[Signature, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An entry that fits, and why."""

    entry: Entry
    signature: Signature
    holes: dict[str, str]
    """What the message holds at each hole of the signature."""
    weight: int
    """Literal characters that fitted: the more, the surer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """All entries, sorted by ID."""

    entries: tuple[Entry, ...]

    @classmethod
    def load(cls, text: str) -> Index:
        """Read the packed form. Raises ``ValueError`` when it is of another format."""
        data: dict[str, Any] = json.loads(text)
        if data.get("format") != FORMAT:
            raise ValueError(f"index has format {data.get('format')!r}, this reader knows {FORMAT}")
        return cls(
            entries=tuple(
                Entry(
                    id=entry["id"],
                    slug=entry["slug"],
                    title=entry["title"],
                    signatures=tuple(
                        Signature(exception=one["exception"], message=Template.parse(one["message"]))
                        for one in entry["signatures"]
                    ),
                )
                for entry in data["entries"]
            )
        )

    def match(self, errors: Iterable[Raised]) -> tuple[Match, ...]:
        """Return the entries that fit the first of ``errors`` that any entry fits, the heaviest match first."""
        for error in errors:
            matches = [match for entry in self.entries if (match := _fit(entry, error))]
            if matches:
                return tuple(sorted(matches, key=lambda match: (-match.weight, match.entry.id)))
        return ()


def best(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Return the matches that share the greatest weight: one is an answer, several are a tie."""
    return tuple(match for match in matches if match.weight == matches[0].weight)


@functools.cache
def packed() -> Index:
    """Return the index that travels with this package. Raises ``FileNotFoundError`` when it was built without one."""
    return Index.load(resources.files("jax_runbooks").joinpath("index.json").read_text(encoding="utf-8"))


def _fit(entry: Entry, error: Raised) -> Match | None:
    fitting = [
        Match(
            entry=entry,
            signature=signature,
            holes=dict(zip(signature.message.holes, values, strict=True)),
            weight=signature.message.weight,
        )
        for signature in entry.signatures
        if (values := signature.fit(error.exceptions, error.message)) is not None
    ]
    return max(fitting, key=lambda match: match.weight, default=None)
