"""Doctests: the blocks of a record, the fences of a page, and the way from one to the other.

A block is text in a record. A fence is the same text on a page, where each typed hole is printed as ``...`` and named
in an attribute. What runs is read back from the page. Knows no JAX and no verdict.
"""

from __future__ import annotations

import doctest
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from jax_runbooks.signature import TYPED_HOLES
from runbook_builder.problem import Problem, ProblemsError, quoted
from runbook_builder.record import Role, is_pin, is_range

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from runbook_builder.record import Record
    from runbook_builder.source import Place

_HOLE = re.compile(r"\{(" + "|".join(TYPED_HOLES) + r")\}")
_OPEN = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}(?=[^`]*$)|~{3,})(?P<head>.*)$")
_ATTRIBUTE = re.compile(r"\s*(?:#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|(?P<key>[\w-]+)=\"(?P<value>[^\"]*)\")")
_NEITHER = "is neither code after '>>> ' nor output right below it; remove it"
_PLAIN_HEADS = ("text", "console", "{ .text .excerpt }")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One block of a record."""

    id: str
    """``<slug>-<role>-<n>``: unique in the site, since slugs are."""
    role: Role
    place: Place
    text: str
    of: str | None = None
    """ID of the reproducer that this block answers."""
    versions: str | None = None
    """Releases on which a fix works."""
    differs: bool = False
    """Whether the call that failed is absent from a fix on purpose."""
    pins: tuple[tuple[str, ...], ...] = ()
    """What pip is given, step by step, to build an environment of its own for this block."""
    raises: bool = True
    """Whether a reproducer ends in an exception; otherwise in what JAX warned of or logged."""

    @property
    def holes(self) -> tuple[str, ...]:
        """Typed holes of the block in order."""
        return tuple(name for line in self.text.splitlines() if _is_output(line) for name in _HOLE.findall(line))

    def fence(self, devices: int) -> str:
        """Return the fence that stands for this block on the page."""
        attributes = {"data-role": str(self.role)}
        if self.of:
            attributes["data-of"] = self.of
        if self.holes:
            attributes["data-holes"] = " ".join(self.holes)
        if devices > 1:
            attributes["data-devices"] = str(devices)
        if self.versions:
            attributes["data-versions"] = self.versions
        if self.differs:
            attributes["data-differs"] = "yes"
        if self.pins:
            attributes["data-pins"] = " ; ".join(" ".join(step) for step in self.pins)
        head = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        lines = [_HOLE.sub("...", line) if _is_output(line) else line for line in self.text.rstrip("\n").splitlines()]
        # The empty line keeps Python's own doctest from reading the closing backticks as expected output.
        ticks = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", self.text))])
        return "\n".join([f"{ticks}{{ .pycon .doctest #{self.id} {head} }}", *lines, "", ticks])


def prompt_lines(code: str, example: doctest.Example) -> list[str]:
    """Return an example's lines less their prompts; doctest's own ``source`` drops a last empty one."""
    lines = code.splitlines()[example.lineno :]
    count = next((n for n, line in enumerate(lines) if n and not line.lstrip(" ").startswith("...")), len(lines))
    return [line.lstrip(" ")[4:] for line in lines[:count]]


def unread(code: str, examples: Sequence[doctest.Example]) -> Iterator[tuple[int, str]]:
    """Yield the lines that Python's doctest passes over or moves, as (line from 0, sentence)."""
    lines = code.splitlines()
    read: set[int] = set()
    for example in examples:
        length = len(prompt_lines(code, example)) + len(example.want.splitlines())
        read.update(range(example.lineno, example.lineno + length))
        if example.indent:
            yield example.lineno, f"{quoted(lines[example.lineno])} is indented; begin the line with '>>> '"
    for number, line in enumerate(lines):
        if "\t" in line:  # doctest and Markdown expand it to different widths
            yield number, f"{quoted(line)} holds a tab; write spaces, or '\\t' in a string"
        if line.strip() and number not in read:
            prompt = line.lstrip().startswith(">>>")
            what = "does nothing; put the comment behind code" if prompt else _NEITHER
            yield number, f"{quoted(line)} {what}"


def _is_output(line: str) -> bool:
    return not line.startswith((">>>", "..."))


def blocks(slug: str, record: Record) -> tuple[Block, ...]:
    """Return the blocks of a record in the order of its fields, each with its permanent ID."""
    counts = dict.fromkeys(Role, 0)

    def block(
        role: Role, place: Place, text: str, of: str | None, mended: tuple[str, ...] = (), **needs: str | bool | None
    ) -> Block:
        counts[role] += 1
        name = f"{slug}-{role}-{counts[role]}"
        raises = record.kind not in ("warning", "log")
        pins = tuple(filter(None, (record.requires.pins, mended)))
        return Block(id=name, role=role, place=place, text=text, of=of, pins=pins, raises=raises, **needs)  # type: ignore[arg-type]

    def shared(holder: Place, catch: str | None, check: str | None, of: str | None) -> Iterator[Block]:
        for role, text in ((Role.CATCH, catch), (Role.CHECK, check)):
            if text is not None:
                yield block(role, (*holder, str(role)), text, of)

    made: list[Block] = []
    for number, cause in enumerate(record.causes):
        here: Place = ("causes", number)
        made.append(block(Role.REPRODUCE, (*here, "reproduce"), cause.reproduce, None))
        reproducer = made[-1].id
        for choice, fix in enumerate(cause.fixes):
            place: Place = (*here, "fixes", choice, "code")
            needs = {"versions": fix.versions, "differs": fix.differs is not None}
            made.append(block(Role.FIX, place, fix.code, reproducer, fix.pins, **needs))
        made.extend(shared(here, cause.catch, cause.check, reproducer))
    made.extend(shared((), record.catch, record.check, made[0].id if made else None))
    return tuple(made)


@dataclass(frozen=True, kw_only=True)
class Doctest:
    """One fence of a page: what is run, alone in a process."""

    id: str
    page: str
    """Path of the page, relative to the project's root."""
    line: int
    """Line of the page at which the code begins, from 1."""
    role: Role
    code: str
    of: str | None = None
    holes: tuple[str, ...] = ()
    devices: int = 1
    versions: str | None = None
    differs: bool = False
    pins: tuple[tuple[str, ...], ...] = ()

    @cached_property
    def examples(self) -> tuple[doctest.Example, ...]:
        """The examples as Python's own doctest parses them. Raises ``ValueError`` when it cannot."""
        return tuple(doctest.DocTestParser().get_examples(self.code, self.id))

    def holes_of(self, example: doctest.Example) -> tuple[str, ...]:
        """Return the names of the holes printed as ``...`` in one example's expected output."""
        start = sum(_ellipses(other.want) for other in self.examples if other.lineno < example.lineno)
        return self.holes[start : start + _ellipses(example.want)]


def _ellipses(want: str) -> int:
    return without_stack(want).count("...")


def without_stack(want: str) -> str:
    """Return expected output less the line ``    ...`` that stands for the frames of a traceback."""
    head, rest = want.split("\n", 1) if "\n" in want else (want, "")
    return (
        head + "\n" + rest.removeprefix("    ...\n") if head.startswith("Traceback (most recent call last)") else want
    )


def extract(text: str, page: str) -> tuple[Doctest, ...]:
    """Read the doctest fences of a page. Raises ``ProblemsError`` for any block of code that would not be run."""
    found: list[Doctest] = []
    problems: list[Problem] = []
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        start = _OPEN.match(line)
        if start is None:
            continue
        indent, body = len(start["indent"]), []
        for _, inside in lines:
            if inside.strip() == start["ticks"]:
                break
            body.append(inside[indent:])
        else:
            problems.append(Problem(path=page, line=number, message="the block that opens here never closes; close it"))
        head = start["head"].strip()
        shown = next((inside for inside in body if head in ("text", "console") and ">>>" in inside), None)
        if shown is not None:
            message = f"{quoted(shown)} looks like a doctest and would not be run; open the block as one"
            problems.append(Problem(path=page, line=number, message=message))
        if head in _PLAIN_HEADS:
            continue
        try:
            found.append(_doctest(head, "\n".join(body) + "\n", page, number + 1))
        except ValueError as error:
            problems.append(Problem(path=page, line=number, message=str(error)))
    problems += _twice(found)
    if problems:
        raise ProblemsError(*problems)
    return tuple(found)


def _twice(found: list[Doctest]) -> Iterator[Problem]:
    seen: set[str] = set()
    for one in found:
        if one.id in seen:
            message = f"block ID {quoted(one.id)} stands on this page twice; give it another"
            yield Problem(path=one.page, line=one.line, message=message)
        seen.add(one.id)


def _doctest(head: str, code: str, page: str, line: int) -> Doctest:
    identity, data = _attributes(head)
    try:
        role = Role(data["data-role"])
    except ValueError:
        raise ValueError(f"role {quoted(data['data-role'])} is unknown; use one of {', '.join(Role)}") from None
    made = Doctest(
        id=identity,
        page=page,
        line=line,
        role=role,
        code=code,
        of=data.get("data-of"),
        holes=tuple(data.get("data-holes", "").split()),
        devices=int(data.get("data-devices", "1")),
        pins=tuple(tuple(step.split()) for step in data.get("data-pins", "").split(" ; ") if step),
        versions=data.get("data-versions"),
        differs=data.get("data-differs") == "yes",
    )
    if not made.examples:
        raise ValueError("the block holds no '>>>' example; write one, or open the block with 'text'")
    for _, message in unread(code, made.examples):
        raise ValueError(message)
    if sum(_ellipses(example.want) for example in made.examples) != len(made.holes):
        raise ValueError(
            "expected output has '...' where no hole is; print something shorter, or write the hole's name"
        )
    return made


def _attributes(head: str) -> tuple[str, dict[str, str]]:
    """Read the head of a fence: its ID and its data."""
    classes, ids, data, end = set(), [], {}, 1
    if head.startswith("{") and head.endswith("}"):
        while part := _ATTRIBUTE.match(head, end, len(head) - 1):
            end = part.end()
            if part["cls"]:
                classes.add(part["cls"])
            elif part["id"]:
                ids.append(part["id"])
            else:
                data[part["key"]] = part["value"]
    if classes != {"pycon", "doctest"} or len(ids) != 1 or "data-role" not in data or head[end:].strip(" }"):
        raise ValueError(
            f"code block {quoted(head)} would not be run; open it with "
            "'{ .pycon .doctest #some-id data-role=\"example\" }', or with 'text' if it is no code"
        )
    if not data.get("data-devices", "1").isdecimal():
        raise ValueError(f'data-devices {quoted(data["data-devices"])} is no number of devices; write it as "8"')
    if not is_range(data.get("data-versions")):
        raise ValueError(f'data-versions {quoted(data["data-versions"])} is no range of releases; write it as ">=0.7"')
    if not all(is_pin(word) for word in data.get("data-pins", "").split() if word != ";"):
        raise ValueError(f"data-pins {quoted(data['data-pins'])} is not what pip is given; write it as 'jax==0.10.2'")
    if unknown := [name for name in data.get("data-holes", "").split() if name not in TYPED_HOLES]:
        raise ValueError(f"hole {quoted(unknown[0])} is unknown; use one of {', '.join(TYPED_HOLES)}")
    return ids[0], data
