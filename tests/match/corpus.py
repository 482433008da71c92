"""What the matcher is tried on: labels with the errors that real JAX printed, public reports, and errors of others."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from jax_runbooks.index import Index
from runbook_builder import checks, index
from runbook_builder.index import Packed
from runbook_builder.project import open_project

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@dataclass(frozen=True, kw_only=True)
class Label:
    """A demanded error that has no record yet: signatures alone, and what JAX printed."""

    name: str
    also: tuple[str, ...]
    title: str
    signatures: tuple[tuple[str, str], ...]
    printed: dict[str, str]
    """By JAX release, the standard error of the label's program."""


@dataclass(frozen=True, kw_only=True)
class Report:
    """A public report."""

    id: str
    label: str
    text: str
    marked: bool
    """Whether the file says that the final message was seen as printed, in this text or elsewhere in the report."""
    complete: bool
    """Whether it was, and this text holds its beginning: a paste that ends before the message cannot be matched."""


def labels() -> tuple[Label, ...]:
    """Return the labels of tests/match/labels, sorted by name."""
    found = []
    for folder in sorted((HERE / "labels").iterdir()):
        data = json.loads((folder / "entry.json").read_text(encoding="utf-8"))
        found.append(
            Label(
                name=folder.name,
                also=tuple(data.get("also", ())),
                title=data["title"],
                signatures=tuple((one["exception"], one["message"]) for one in data["signatures"]),
                printed={path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))},
            )
        )
    return tuple(found)


def foreign() -> dict[str, str]:
    """Return the tracebacks that are not JAX's errors, by place."""
    folder = HERE / "foreign"
    paths = sorted(folder.rglob("*.txt"))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def reports(path: Path) -> tuple[Report, ...]:
    """Return the reports of a file such as shared/demand/reports.jsonl. Raises ``ValueError`` or ``KeyError``."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        one = json.loads(line)
        marked = bool(one["text_complete"])
        beginning = _squeezed(one["message"] or "")[:_BEGINNING]
        holds = beginning in _squeezed(one["traceback"])
        report = Report(
            id=one["id"], label=one["error"], text=one["traceback"], marked=marked, complete=marked and holds
        )
        found.append(report)
    return tuple(found)


_BEGINNING = 25


def _squeezed(text: str) -> str:
    """Return text without blanks: reports break and elide lines."""
    return "".join(text.split())


@dataclass(frozen=True, kw_only=True)
class Known:
    """The index that the matcher is tried with, and which entry answers which label."""

    index: Index
    text: str
    answers: dict[str, str]
    """Entry ID by label."""
    records: frozenset[str]
    """IDs of records; the other entries are signatures alone."""


def known() -> Known:
    """Pack all records that have a page, and a signature-only entry for every label that none of them answers."""
    loaded, problems = checks.read(open_project(ROOT))
    if problems:
        raise ValueError("\n".join(map(str, problems)))
    published = [one for one in loaded if one.record.status != "draft"]
    packed = [index.of_record(one) for one in published]
    answers = {label: one.record.id for one in published for label in one.record.answers}
    for label in labels():
        names = [name for name in (label.name, *label.also) if name not in answers]
        if names:
            packed.append(Packed(id=label.name, slug=label.name, title=label.title, signatures=label.signatures))
            answers |= dict.fromkeys(names, label.name)
    text = index.pack(packed)
    return Known(
        index=Index.load(text), text=text, answers=answers, records=frozenset(one.record.id for one in published)
    )
