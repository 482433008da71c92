"""The checks: everything about records that can be judged without running JAX, as a numbered list of stages."""

from __future__ import annotations

import ast
import doctest
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jax_runbooks.signature import Template
from runbook_builder import catalogue, prose, record, source, told
from runbook_builder.doctests import Block, blocks, prompt_lines, unread, without_stack
from runbook_builder.problem import Problem, ProblemsError, quoted
from runbook_builder.record import Record, Role, in_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from runbook_builder.project import Project
    from runbook_builder.source import Place, Source

MISPLACED = "does not lie at records/<area>/<slug>.yaml with names of a-z, 0-9 and '-' (not 'index'); move it there"
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TOLD = re.compile(r"line (\d+) of the doc(?:test|string) for <string> (.*)", re.DOTALL)
"""How Python's doctest tells its line."""
_LEAST_WORDS, _LEAST_CHARACTERS = 2, 12
_PROSE_FIELDS = ("meaning", "triggers", "situations")
_PARAGRAPH_FIELDS = ("summary", "no_catch", "no_check", "prevention")


@dataclass(frozen=True, kw_only=True)
class Authored:
    """A record with the file that it was read from."""

    area: str
    slug: str
    source: Source
    record: Record

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of the record in order."""
        return blocks(self.slug, self.record)


def load(project: Project) -> tuple[Authored, ...]:
    """Read every record, sorted by slug. Raises ``ProblemsError`` with the problems of form of all files."""
    loaded, problems = read(project)
    if problems:
        raise ProblemsError(*problems)
    return loaded


def read(project: Project) -> tuple[tuple[Authored, ...], tuple[Problem, ...]]:
    """Return the records that can be read, sorted by slug, and the problems of form of all files."""
    loaded: list[Authored] = []
    problems: list[Problem] = []
    for path in sorted(project.records.rglob("*")):
        name = project.relative(path)
        if path.suffix.lower() not in (".yaml", ".yml") and (_is_beside(path) or path.is_dir()):
            continue
        parts = path.relative_to(project.records).parts
        if not is_place(*parts):
            problems.append(Problem(path=name, line=0, message=MISPLACED))
            continue
        try:
            text = source.read(path, name)
            loaded.append(Authored(area=parts[0], slug=path.stem, source=text, record=record.parse(text)))
        except ProblemsError as error:
            problems.extend(error.problems)
    return tuple(sorted(loaded, key=lambda one: one.slug)), tuple(problems)


def is_place(*parts: str) -> bool:
    """Whether a path below ``records/`` is that of a record."""
    name = parts[-1].removesuffix(".yaml")
    taken = name in (parts[-1], "index")  # the overview is errors/index.md
    return len(parts) == 2 and not taken and all(map(_SLUG.fullmatch, (parts[0], name)))


def _is_beside(path: Path) -> bool:
    """Whether a file may lie beside records: the schema, and what editors and systems hide there."""
    return path.name == "record.schema.json" or path.name.startswith(".")


def check(authored: Sequence[Authored], package: Path, release: str) -> tuple[Problem, ...]:
    """Return all problems of all records; ``package`` is the folder of the primary JAX, ``release`` its number."""
    problems: list[Problem] = []
    for one in authored:
        problems.extend(_contents(one))
    for one in authored:
        problems.extend(_raise_sites(one, package, release))
    return tuple(sorted(set(problems)))


def judge(one: Authored) -> None:
    """Judge one record by itself. Raises ``ProblemsError``."""
    if problems := tuple(_contents(one)):
        raise ProblemsError(*problems)


def _contents(one: Authored) -> Iterator[Problem]:
    for stage in _STAGES:
        yield from stage(one)


# 1. One record is whole: what its status promises is there.
def _whole(one: Authored) -> Iterator[Problem]:
    made, at = one.record, one.source.problem
    if made.status == "known":
        if made.causes or made.catch or made.check:
            yield at(("status",), "status 'known' means that nothing can be run here; remove the blocks")
        return
    yield from _kind(one)
    if made.status == "published" and not made.causes:
        yield at((), "a published record needs a cause with a reproducer and a fix; add 'causes'")
    for role, reason, name in ((made.catch, made.no_catch, "catch"), (made.check, made.no_check, "check")):
        by_cause = made.causes and all(getattr(cause, name) for cause in made.causes)
        if made.status == "published" and not role and not reason and not by_cause:
            yield at((), f"no '{name}' block; write one, or say under 'no_{name}' why there is none")
        if (role or by_cause) and reason:
            yield at((f"no_{name}",), f"'{name}' and 'no_{name}' contradict each other; remove one")


def _kind(one: Authored) -> Iterator[Problem]:
    """Yield what the kind of a record does not allow."""
    made, at = one.record, one.source.problem
    if made.status == "published" and made.kind == "fatal":
        yield at(("kind",), "kind 'fatal' cannot be proved yet; keep the status 'draft'")
    if made.kind in told.KINDS and (made.check or any(cause.check for cause in made.causes)):
        yield at((), "what does not raise needs no guard; say under 'no_check' how it shows itself before")
    for number, signature in enumerate(made.signatures):
        if (signature.exception == "") != (made.kind == "log") and made.kind != "fatal":
            message = "exception: is empty for kind 'log', and the class for all others; correct it"
            yield at(("signatures", number, "exception"), message)


# 2. Prose holds prose.
def _prose(one: Authored) -> Iterator[Problem]:
    many: list[Place] = [(field,) for field in _PROSE_FIELDS]
    single: list[Place] = [(field,) for field in _PARAGRAPH_FIELDS]
    single += [("raised_in", number, "reason") for number, _ in enumerate(one.record.raised_in)]
    for number, cause in enumerate(one.record.causes):
        many.append(("causes", number, "why"))
        single.append(("causes", number, "sign"))
        for choice, _ in enumerate(cause.fixes):
            single += [("causes", number, "fixes", choice, field) for field in ("when", "cost", "differs")]
    for place in many + single:
        value = _value(one.record, place)
        texts = [(place, value)] if isinstance(value, str) else []
        texts += [((*place, n), text) for n, text in enumerate(value)] if isinstance(value, tuple) else []
        for where, text in texts:
            if not text.strip():
                message = f"{place[-1]}: is empty; write it, or remove the record's promise of it"
                yield one.source.problem(where, message)
            for line, what in prose.refusals(text, one_paragraph=place in single):
                offset = line if where in one.source.literal else 0
                yield one.source.problem(where, f"{place[-1]}: {quoted(text.splitlines()[line])} {what}", offset=offset)


def _value(holder: object, place: Place) -> object:
    for part in place:
        holder = getattr(holder, part) if isinstance(part, str) else holder[part]  # type: ignore[index]
    return holder


# 3. Signatures can tell errors apart.
def _signatures(one: Authored) -> Iterator[Problem]:
    for number, signature in enumerate(one.record.signatures):
        place = ("signatures", number, "message")
        try:
            template = Template.parse(signature.message)
        except ValueError as error:
            yield one.source.problem(place, f"message: {quoted(signature.message)} {error}")
            continue
        words = re.findall(r"[A-Za-z]{2,}", " ".join(template.literals))
        if len(words) < _LEAST_WORDS or template.weight < _LEAST_CHARACTERS:
            message = (
                f"message: {quoted(signature.message)} has too little literal text to tell errors apart; "
                f"it needs {_LEAST_WORDS} words and {_LEAST_CHARACTERS} characters outside of holes"
            )
            yield one.source.problem(place, message)


# 4. Blocks are doctests with something to check, and survive being pasted.
def _blocks(one: Authored) -> Iterator[Problem]:
    for block in one.blocks:
        if block.place not in one.source.literal:
            yield one.source.problem(block.place, f"{block.role}: is not a literal block; begin it with '|'")
            continue
        for line, message in block_problems(block):
            yield one.source.problem(block.place, f"{block.role}: {message}", offset=line)


def block_problems(block: Block) -> Iterator[tuple[int, str]]:
    """Yield what is wrong with a block as text, as (line from 0, sentence)."""
    try:
        examples = doctest.DocTestParser().get_examples(block.text)
    except ValueError as error:
        told = _TOLD.fullmatch(str(error))
        line, what = (int(told[1]) - 1, told[2]) if told else (0, str(error))
        yield line, f"is not a doctest: {what}; mend it"
        return
    if not examples:
        yield 0, f"{quoted(block.text)} is not a doctest; write its lines after '>>> ' and what they print below"
        return
    yield from unread(block.text, examples)
    for example in examples:
        for offset, message in _example(example, prompt_lines(block.text, example), block.role):
            yield example.lineno + offset, message
    last = examples[-1]
    if block.role is Role.REPRODUCE and last.exc_msg is None and block.raises:
        yield last.lineno, f"{quoted(last.source)} comes last and shows no traceback; end with the line that raises"
    elif not last.want:
        yield last.lineno, f"{quoted(last.source)} comes last without a checked result; end with a value and its output"


def _example(example: doctest.Example, lines: list[str], role: Role) -> Iterator[tuple[int, str]]:
    if example.options:
        yield 0, f"{quoted(lines[0])} switches doctest options; remove the directive"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # such as an invalid escape
            tree = ast.parse(example.source, mode="single")
    except SyntaxError as error:
        yield (error.lineno or 1) - 1, f"{quoted(error.text or lines[0])} is not Python: {error.msg}; mend it"
        return
    except (ValueError, RecursionError, MemoryError):
        yield 0, f"{quoted(lines[0])} is too deep for Python; write less at once"
        return
    if any(isinstance(node, ast.Match) or hasattr(node, "body") for node in tree.body):
        yield from _pasted(lines)
    for message in _expected(example, role):
        yield len(lines), message


def _pasted(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield what keeps a compound statement from being pasted at a prompt of Python 3.11."""
    if lines[-1].strip():
        yield len(lines) - 1, f"{quoted(lines[-1])} ends a compound statement; a prompt needs a closing '...' line"
    for number, line in enumerate(lines[:-1]):
        if not line.strip():
            yield number, "an empty line inside a compound statement ends it at a prompt; remove it"


def _expected(example: doctest.Example, role: Role) -> Iterator[str]:
    want = example.want
    if example.exc_msg is not None:
        if not want.startswith("Traceback (most recent call last):\n    ...\n"):
            yield "between 'Traceback (most recent call last):' and the message stands exactly '    ...'; put it there"
        if role is Role.FIX:
            yield "a fix shows an error; a fix runs clean"
    if "..." in without_stack(want):
        yield f"{quoted(want)} has '...' where no hole is; print something shorter, or write {{where}}, {{docs}}, …"


_STAGES: tuple[Callable[[Authored], Iterator[Problem]], ...] = (_whole, _prose, _signatures, _blocks)


# 5. Records together: every ID and slug is one record's, every reference leads somewhere.
def together(authored: Sequence[Authored]) -> Iterator[Problem]:
    """Yield what is wrong with records beside each other, drafts included."""
    yield from doubles(authored)
    owners = {value for one in authored for value in (one.record.id, *one.record.aliases)}
    for one in authored:
        for number, other in enumerate(one.record.related):
            if other not in owners or other == one.record.id:
                which = "is this record itself" if other == one.record.id else "is no record's ID"
                yield one.source.problem(("related", number), f"related: '{other}' {which}; remove or correct it")


def doubles(authored: Sequence[Authored]) -> Iterator[Problem]:
    """Yield IDs, aliases and slugs that two records share."""
    owners: dict[str, Authored] = {}
    slugs: dict[str, Authored] = {}
    for one in authored:
        for place, value in [(("id",), one.record.id)] + [
            (("aliases", number), alias) for number, alias in enumerate(one.record.aliases)
        ]:
            if value in owners:
                yield one.source.problem(place, f"ID '{value}' belongs to {owners[value].source.path}; mint another")
            owners.setdefault(value, one)
        if one.slug in slugs:
            yield one.source.problem((), f"slug '{one.slug}' is that of {slugs[one.slug].source.path}; rename one file")
        slugs.setdefault(one.slug, one)


def _computed(exception: str) -> bool:
    """Whether a statement raises what a function or a variable gives, so that its class cannot be read."""
    return exception == catalogue.COMPUTED or exception.lstrip("_")[:1].islower()


# 6. Raise sites exist in the primary JAX.
def _raise_sites(one: Authored, package: Path, release: str) -> Iterator[Problem]:
    bare = {signature.exception.rpartition(".")[2] for signature in one.record.signatures}
    for number, site in enumerate(one.record.raised_in):
        place: Place = ("raised_in", number)
        if site.kind == "python":
            if not site.reason:
                yield one.source.problem(place, "raised_in: kind 'python' needs a 'reason'; say what raises")
        elif site.kind == "native" and site.reason and not site.module:
            continue  # jaxlib, called by no Python function of JAX
        elif not site.module or not site.function:
            yield one.source.problem(place, f"raised_in: kind '{site.kind}' needs 'module' and 'function'; add them")
        elif in_range(release, site.versions):
            where = catalogue.function(package, site.module, site.function)
            name = f"'{site.module}: {site.function}'"
            if where is None:
                message = f"raised_in: JAX {release} has no {name}; look the function up, or give the site a 'versions'"
                yield one.source.problem(place, message)
            elif (
                site.kind == "raise"
                and one.record.kind not in told.KINDS
                and not any(each.exception in bare or _computed(each.exception) for each in where.raises)
            ):
                message = f"raised_in: {name} of JAX {release} raises no {' or '.join(sorted(bare))}; look the site up"
                yield one.source.problem(place, message)
