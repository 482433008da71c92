"""The index file: what the matcher gets of every record. Knows how a signature is found, not how it is matched."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jax_runbooks.index import FORMAT
from jax_runbooks.signature import Template, squeeze
from runbook_builder.record import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from runbook_builder.checks import Authored
    from runbook_builder.page import Row

_WORD = re.compile(r"[A-Za-z0-9_]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """One entry of the index."""

    id: str
    slug: str
    title: str
    signatures: tuple[tuple[str, str], ...]
    """Exception class and message of each."""
    summary: str = ""
    status: str = "published"
    aliases: tuple[str, ...] = ()
    sites: tuple[tuple[str, str], ...] = ()
    releases: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)


def of_record(one: Authored, rows: Sequence[Row] = ()) -> Packed:
    """Return the entry of a record, with what was seen of it on each release."""
    record = one.record
    return Packed(
        id=record.id,
        slug=one.slug,
        title=record.title,
        signatures=tuple((each.exception, each.message) for each in record.signatures),
        summary=record.summary,
        status=record.status,
        aliases=record.aliases,
        sites=tuple(
            sorted(
                {
                    (site.module, site.function.rpartition(".")[2])
                    for site in record.raised_in
                    if site.module and site.function
                }
            )
        ),
        releases={row.page.jax: _counts(row) for row in rows if row.page.platform == "cpu"},
    )


def pack(entries: Iterable[Packed], *, primary: str = "", site: str = "") -> str:
    """Return the index as text, sorted by ID: for each signature its rarest word, and its text with single spaces."""
    ordered = sorted(entries, key=lambda entry: entry.id)
    templates = [[Template.parse(message) for _, message in entry.signatures] for entry in ordered]
    held = [[_whole_words(template) for template in each] for each in templates]
    counts: dict[str, int] = {}
    for words in (words for each in held for words in each):
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    data: list[dict[str, Any]] = []
    for number, entry in enumerate(ordered):
        signatures = [
            {
                "word": min(words, key=lambda word: (counts[word], -len(word), word), default=""),
                "exception": exception,
                "message": _squeezed(template),
            }
            for (exception, _), template, words in zip(entry.signatures, templates[number], held[number], strict=True)
        ]
        one = {"id": entry.id, "slug": entry.slug, "title": entry.title, "signatures": signatures}
        optional = {
            "summary": entry.summary,
            "status": entry.status,
            "aliases": entry.aliases,
            "sites": entry.sites,
            "releases": entry.releases,
        }
        data.append(one | {name: value for name, value in optional.items() if value})
    head = {"format": FORMAT, "primary": primary, "site": site}
    return json.dumps(head | {"entries": data}, indent=1, ensure_ascii=False) + "\n"


def _counts(row: Row) -> tuple[int, int, int, int]:
    ran = {role: [one for one in row.page.verdicts if one.role == role] for role in (Role.REPRODUCE, Role.FIX)}
    done = {role: sum(one.passed for one in verdicts) for role, verdicts in ran.items()}
    return (done[Role.REPRODUCE], len(ran[Role.REPRODUCE]), done[Role.FIX], len(ran[Role.FIX]))


def _squeezed(template: Template) -> str:
    """Return a template as text with each run of blanks made one space; its braces are doubled."""
    literals = [literal.replace("{", "{{").replace("}", "}}") for literal in template.literals]
    filled = (f"{{{hole}}}{literal}" for hole, literal in zip(template.holes, literals[1:], strict=True))
    return squeeze(literals[0] + "".join(filled))[0]


def _whole_words(template: Template) -> set[str]:
    """Return the words of the literals that no hole can lengthen."""
    found = set()
    for number, literal in enumerate(template.literals):
        for token in _WORD.finditer(literal):
            after_hole = number > 0 and token.start() == 0
            before_hole = number + 1 < len(template.literals) and token.end() == len(literal)
            if not after_hole and not before_hole:
                found.add(token[0])
    return found
