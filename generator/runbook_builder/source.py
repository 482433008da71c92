"""The text of one YAML file with the place of every value in it. The only module that knows YAML; knows no record.

Reads data only: no tags, no aliases (an alias bomb never unfolds), no duplicate keys, bounded size and depth, and no
character that a reader cannot see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from runbook_builder.problem import Problem, ProblemsError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

type Place = tuple[str | int, ...]
"""Keys and list positions from the top of the file to a value."""

MOST_BYTES = 256 * 1024
MOST_VALUES, MOST_DEPTH = 5_000, 20
"""PyYAML takes minutes for a file of brackets, so it is stopped where no record goes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file, read but not yet understood."""

    path: str
    text: str
    data: dict[str, Any]
    lines: Mapping[Place, int]
    """Line (from 1) where each value begins; for a literal block, the line of its first text line."""
    plain: Mapping[Place, str]
    """What was written, for unquoted values that YAML read as something other than text."""
    literal: frozenset[Place]
    """The values written as literal blocks (``|``), whose lines can be replaced in place."""

    def line(self, place: Place) -> int:
        """Return the line of ``place``, or of the nearest value around it."""
        while place not in self.lines:
            place = place[:-1]
        return self.lines[place]

    def problem(self, place: Place, message: str, *, offset: int = 0) -> Problem:
        """Make a problem at ``place``, ``offset`` lines into it."""
        return Problem(path=self.path, line=self.line(place) + offset, message=message)


def read(path: Path, name: str) -> Source:
    """Read ``path``, shown to people as ``name``. Raises ``ProblemsError`` with every problem of its form."""

    def refuse(message: str, line: int = 0) -> ProblemsError:
        return ProblemsError(Problem(path=name, line=line, message=message))

    try:
        if not path.is_file():
            raise refuse("is not a file that can be read; remove it")
        if path.stat().st_size > MOST_BYTES:
            raise refuse(f"is {path.stat().st_size:,} bytes; a record has at most {MOST_BYTES:,}, split it")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise refuse(f"is not UTF-8 at byte {error.start}; save it as UTF-8") from error
    except OSError as error:
        raise refuse(f"cannot be read ({error.strerror}); mend that") from error
    return parse(text, name)


def parse(text: str, name: str) -> Source:
    """Read the text of a file, shown to people as ``name``. Raises ``ProblemsError`` with every problem of its form."""

    def refuse(message: str, line: int = 0) -> ProblemsError:
        return ProblemsError(Problem(path=name, line=line, message=message))

    for number, line in enumerate(text.split("\n"), start=1):
        if what := _unseen(line):
            raise refuse(f"holds {what}", number)
    node = _compose(text, refuse)
    if node is None:
        raise refuse("is empty; 'runbook_builder new' writes a draft to start from")
    if not isinstance(node, yaml.MappingNode):
        raise refuse("is not a mapping of fields; 'runbook_builder new' writes a draft to start from", 1)
    reader = _Reader(name)
    data = reader.value(node, ())
    if reader.problems:
        raise ProblemsError(*reader.problems)
    return Source(
        path=name, text=text, data=data, lines=reader.lines, plain=reader.plain, literal=frozenset(reader.literal)
    )


def _compose(text: str, refuse: Callable[[str, int], ProblemsError]) -> yaml.Node | None:
    try:
        guard = _Guard(refuse)
        for event in yaml.parse(text, _FAST):
            guard.look(event)
        return yaml.compose(text, _FAST)
    except yaml.YAMLError:
        return _slowly(text, refuse)


def _slowly(text: str, refuse: Callable[[str, int], ProblemsError]) -> yaml.Node | None:
    """Read a text that is wrong again, in Python: its words and places are the better ones."""
    try:
        guard = _Guard(refuse)
        for event in yaml.parse(text, yaml.SafeLoader):
            guard.look(event)
        return yaml.compose(text, yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise refuse(f"is not YAML: {error.problem}; mend the syntax there", line) from error
    except yaml.YAMLError as error:
        raise refuse(f"is not YAML: {' '.join(str(error).split())}; mend the syntax", 0) from error


#: libyaml's reader where PyYAML was built with it: ten times as fast, and read the same.
_FAST = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Guard:
    """Stops at the first event that no record holds, before anything is made of it."""

    def __init__(self, refuse: Callable[[str, int], ProblemsError]) -> None:
        self.refuse, self.depth, self.values = refuse, 0, 0

    def look(self, event: yaml.Event) -> None:
        line = event.start_mark.line + 1 if event.start_mark else 0
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise self.refuse("has an anchor or alias (& or *); write the value out", line)
        if tag := getattr(event, "tag", None):
            raise self.refuse(f"has the tag {quoted(tag)}; remove it", line)
        self.depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        self.values += isinstance(event, yaml.NodeEvent)
        if self.depth > MOST_DEPTH or self.values > MOST_VALUES:
            what = f"has over {MOST_DEPTH} levels or {MOST_VALUES:,} values; write it as a record is"
            raise self.refuse(what, line)


def _unseen(text: str) -> str | None:
    """Return a sentence about the first character that is no text a reader sees, or ``None``."""
    if text.isprintable():
        return None
    bad = next((one for one in text if not one.isprintable() and one not in "\n\t"), None)
    return bad and f"the invisible character U+{ord(bad):04X}; remove it"


class _Reader:
    """Builds plain data from a node tree and notes the place of each value."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[Place, int] = {}
        self.plain: dict[Place, str] = {}
        self.literal: set[Place] = set()
        self.problems: list[Problem] = []
        self.construct = yaml.constructor.SafeConstructor()

    def value(self, node: yaml.Node, place: Place) -> Any:  # noqa: ANN401  (YAML data has any shape)
        style = node.style if isinstance(node, yaml.ScalarNode) else None
        block = style in ("|", ">")
        self.lines[place] = node.start_mark.line + 1 + block
        if isinstance(node, yaml.MappingNode):
            return self.mapping(node, place)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*place, number)) for number, item in enumerate(node.value)]
        if style == "|":
            self.literal.add(place)
        try:
            value = self.construct.construct_object(node)
        except (yaml.YAMLError, ValueError):
            self.refuse(node, f"{quoted(node.value)} is no value that YAML can read; quote it")
            return None
        if isinstance(value, str) and (what := _unseen(value)):
            self.refuse(node, f"{'.'.join(map(str, place))}: holds {what}")
        if not isinstance(value, str) and not style:
            self.plain[place] = node.value
        return value

    def mapping(self, node: yaml.MappingNode, place: Place) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else "…"
            if key_node.tag != "tag:yaml.org,2002:str" or not key.isprintable():
                shown = key if key.isprintable() else ascii(key)[1:-1]
                self.refuse(key_node, f"field name {quoted(shown)} is not text; quote it or remove it")
                continue
            if key in data:
                self.refuse(key_node, f"field {quoted(key)} stands here for the second time; remove one")
            data[key] = self.value(value_node, (*place, key))
        return data

    def refuse(self, node: yaml.Node, message: str) -> None:
        self.problems.append(Problem(path=self.name, line=node.start_mark.line + 1, message=message))
