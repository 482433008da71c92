"""The runbooks that travel with this package: finding one by a name, its text, and the link to its page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from importlib import resources
from typing import TYPE_CHECKING

from jax_runbooks import index
from jax_runbooks.signature import same_class

if TYPE_CHECKING:
    from jax_runbooks.index import Entry

_HEX = frozenset("0123456789abcdef")
_NAME = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-<>")
_LONGEST = 200


class Status(Enum):
    """How a name was understood."""

    FOUND = "found"
    RETIRED = "retired"
    AMBIGUOUS = "several runbooks fit"
    UNKNOWN = "no runbook has this name"
    MALFORMED = "not an ID, slug or exception class"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """What a name leads to."""

    status: Status
    entries: tuple[Entry, ...] = ()
    """One entry when found or retired, those that fit when ambiguous."""

    @property
    def text(self) -> str:
        """The whole runbook as Markdown; empty unless it is one."""
        return text(self.entries[0]) if self.status in (Status.FOUND, Status.RETIRED) else ""


def explain(name: str) -> Explained:
    """Find a runbook by its ID or alias, a prefix of 4 digits or more, its slug, or its exception class.

    A class is given dotted or by its last part (``TracerBoolConversionError``).
    """
    name = name.strip()
    if not name or len(name) > _LONGEST or not _NAME.issuperset(name):
        return Explained(status=Status.MALFORMED)
    entries = index.packed().entries
    found = [one for one in entries if name in (one.slug, one.id, *one.aliases)]
    if not found and len(name) >= 4 and _HEX.issuperset(name.lower()):
        found = [one for one in entries if any(each.startswith(name.lower()) for each in (one.id, *one.aliases))]
    if not found:
        found = [one for one in entries if any(_class_is(each.exception, name) for each in one.signatures)]
    if not found:
        return Explained(status=Status.UNKNOWN)
    if len(found) > 1:
        return Explained(status=Status.AMBIGUOUS, entries=tuple(found))
    return Explained(status=Status.RETIRED if found[0].status == "retired" else Status.FOUND, entries=tuple(found))


def text(entry: Entry) -> str:
    """Return the whole runbook as Markdown, as the site shows it."""
    return resources.files("jax_runbooks").joinpath("runbooks", f"{entry.id}.md").read_text(encoding="utf-8")


def link(entry: Entry) -> str:
    """Return the address of a runbook, or the command that shows it where no site is known.

    The site is ``JAX_RUNBOOKS_URL``, else the address packed with this package.
    """
    base = os.environ.get("JAX_RUNBOOKS_URL", "").strip() or index.packed().site
    if not base:
        return f"jax-runbooks explain {entry.id}"
    return f"{base.rstrip('/')}/e/{entry.id}/"


def _class_is(exception: str, name: str) -> bool:
    return bool(exception) and (
        exception == name or (same_class(exception, name) if "." in name else exception.rpartition(".")[2] == name)
    )
