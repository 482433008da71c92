"""The damage run: the verifier proves itself. Proved claims are damaged in many ways; every copy must be refused.

A damage names the outcomes that are the right reason to refuse it. A copy that passes is a bug of the verifier, and so
is one that is refused for another reason.
"""

from __future__ import annotations

import ast
import dataclasses
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jax_runbooks.signature import Template
from runbook_builder import checks, mutation
from runbook_builder.doctests import Block
from runbook_builder.record import Role
from runbook_builder.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence, Set

    from runbook_builder.claim import Claim


def _with_holes(code: str, holes: Sequence[str]) -> str:
    """Return a fence's code as the block that an author would have written: each hole by its name."""
    names = iter(f"{{{name}}}" for name in holes)
    lines = code.splitlines(keepends=True)
    for number, line in enumerate(lines):
        if not line.startswith((">>>", "...")) and line != "    ...\n":
            lines[number] = re.sub(r"\.\.\.", lambda found: next(names, found[0]), line)
    return "".join(lines)


type Line = tuple[str, str]
"""Source and expected output of one example."""

BEFORE = "refused before running"
_RAISES = {Outcome.OTHER_CLASS, Outcome.FIX_FAILS, Outcome.OTHER_TEXT}


@dataclass(frozen=True, kw_only=True)
class Damage:
    """One damaged copy of a claim."""

    name: str
    claim: Claim
    reasons: frozenset[str]
    """Outcomes that are the right reason, or ``BEFORE`` when the check of the record refuses it."""

    @property
    def refused_before(self) -> bool:
        """Whether the checks refuse the block as text."""
        one = self.claim.doctest
        block = Block(id=one.id, role=one.role, place=(), text=_with_holes(one.code, one.holes))
        return next(checks.block_problems(block), None) is not None


def damages(claim: Claim) -> Iterator[Damage]:
    """Yield the damaged copies of a claim that was proved."""
    lines: list[Line] = [(example.source, example.want) for example in claim.doctest.examples]
    makers = {Role.REPRODUCE: _reproduce, Role.FIX: _fix, Role.CATCH: _catch, Role.CHECK: _check}
    for name, changed, reasons in _any(lines):
        yield Damage(name=name, claim=_with(claim, changed), reasons=frozenset(map(str, reasons)))
    own = makers.get(claim.doctest.role)
    yield from own(claim, lines) if own else ()


def _with(claim: Claim, lines: Sequence[Line]) -> Claim:
    code = "".join(_prompted(source) + want for source, want in lines)
    return dataclasses.replace(claim, doctest=dataclasses.replace(claim.doctest, code=code))


def _prompted(source: str) -> str:
    first, *rest = [line for line in source.split("\n") if line.strip()]  # ast.unparse leaves lines between functions
    compound = any(hasattr(node, "body") for node in _parsed(source))
    return f">>> {first}\n" + "".join(f"... {line}".rstrip() + "\n" for line in rest) + ("...\n" if compound else "")


def _parsed(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(source).body
    except SyntaxError:
        return []


def _any(lines: list[Line]) -> Iterator[tuple[str, list[Line], Set[str]]]:
    """Yield what can be done to a block of any role."""
    source, want = lines[-1]
    yield "exits early with 0", [("import os; os._exit(0)\n", ""), *lines], {Outcome.EXITED_EARLY}
    yield "undefined name", [("undefined_name\n", ""), *lines], _RAISES
    yield "a name that jax lacks", [("import jax; jax.no_such_name\n", ""), *lines], {Outcome.API_MISSING}
    yield "ellipsis where no hole is", [*lines[:-1], (source, want.rstrip("\n")[:-1] + "...\n")], {BEFORE}
    yield "expected output removed", [(one, "") for one, _ in lines], {BEFORE}
    yield (
        "another value",
        [*lines[:-1], (source, want.rstrip("\n") + "x\n")],
        {Outcome.OUTPUT_DIFFERS, Outcome.OTHER_TEXT},
    )


def _reproduce(claim: Claim, lines: list[Line]) -> Iterator[Damage]:
    def damage(name: str, changed: Claim, *reasons: str) -> Damage:
        return Damage(name=name, claim=changed, reasons=frozenset(map(str, reasons)))

    record = claim.record
    if record is None:
        return
    for number, signature in enumerate(record.signatures):
        for place, word in _words(signature.message):
            if number == 0:
                message = f"{signature.message[:place]}zebra{signature.message[place + len(word) :]}"
                changed = [one.model_copy(update={"message": message}) for one in record.signatures]
                copy = record.model_copy(update={"signatures": tuple(changed)})
                yield damage("a word of the signature", dataclasses.replace(claim, record=copy), Outcome.OTHER_TEXT)
    others = tuple(one.model_copy(update={"exception": "LookupError"}) for one in record.signatures)
    copy = record.model_copy(update={"signatures": others})
    yield damage("another class", dataclasses.replace(claim, record=copy), Outcome.OTHER_CLASS)
    sites = tuple(one.model_copy(update={"kind": "raise", "function": "elsewhere"}) for one in record.raised_in)
    copy = record.model_copy(update={"raised_in": sites})
    yield damage("another raise site", dataclasses.replace(claim, record=copy), Outcome.NOT_PROVED)
    yield damage("nothing raised", _with(claim, [*lines[:-1], ("pass\n", lines[-1][1])]), Outcome.NOTHING_RAISED)
    printing = ("print('x'); " + lines[-1][0], lines[-1][1])
    if len(_parsed(printing[0])) > 1:
        yield damage("prints before it raises", _with(claim, [*lines[:-1], printing]), Outcome.OUTPUT_DIFFERS)


def _words(message: str) -> list[tuple[int, str]]:
    """Return the literal words of a template with their places."""
    Template.parse(message)
    holes = [range(*found.span()) for found in re.finditer(r"\{[^{}]*\}", message)]
    found = re.finditer(r"[A-Za-z]{3,}", message)
    return [(one.start(), one[0]) for one in found if not any(one.start() in hole for hole in holes)]


def _fix(claim: Claim, lines: list[Line]) -> Iterator[Damage]:
    def damage(name: str, changed: Sequence[Line], *reasons: str) -> Damage:
        return Damage(name=name, claim=_with(claim, changed), reasons=frozenset(map(str, reasons)))

    sources = tuple(source for source, _ in lines)
    if claim.reproducer:
        failing = [(example.source, example.want) for example in claim.reproducer.examples]
        yield damage("the reproducer as fix", failing, BEFORE)
        hidden = [*failing[:-1], (failing[-1][0], ""), ("1\n", "1\n")]
        yield damage("the reproducer as fix, its error not shown", hidden, Outcome.FIX_FAILS)
    yield damage("pass as fix", [("pass\n", "")], BEFORE)
    yield damage("arithmetic as fix", [("1 + 1\n", "2\n")], Outcome.NOT_PROVED)
    yield damage("a constant at the end", [*lines, ("1 + 1\n", "2\n")], Outcome.NOT_PROVED)
    printed = f"print({lines[-1][1].rstrip(chr(10))!r})\n"
    yield damage("the checked value written out", [*lines[:-1], (printed, lines[-1][1])], Outcome.NOT_PROVED)
    key = mutation.operation(claim.reproducer.examples[-1].source) if claim.reproducer else None
    if key and not claim.doctest.differs:
        without = zip(mutation.without_operation(sources, key), lines, strict=True)
        missing = [(source, want) for source, (_, want) in without]
        yield damage("the call taken out", missing, Outcome.NOT_PROVED, Outcome.FIX_FAILS, Outcome.OUTPUT_DIFFERS)
    if claim.reproducer:
        tried = _swallowing(claim.reproducer.examples[-1].source)
        setup = [(example.source, example.want) for example in claim.reproducer.examples[:-1]]
        swallowing = [*lines, *setup, (tried, ""), lines[-1]]
        # What the fix did first may keep the reproducer from failing as it does alone.
        reasons = (Outcome.NOT_PROVED, Outcome.FIX_FAILS, Outcome.OUTPUT_DIFFERS)
        yield damage("the error swallowed in the fix", swallowing, *reasons)
    yield damage("jit switched off", [("import jax; off = jax.disable_jit\n", ""), *lines], Outcome.NOT_PROVED)
    kind = [*lines[:-1], ("value = 1\n", ""), ("isinstance(value, int)\n", "True\n")]
    yield damage("only the kind of the value checked", kind, Outcome.NOT_PROVED)
    warning = ("import warnings; warnings.warn('old', DeprecationWarning)\n", "")
    yield damage("a deprecation warning", [warning, *lines], Outcome.NOT_PROVED)
    logged = ("import logging; logging.getLogger('jax').error('bad')\n", "")
    yield damage("an error logged", [logged, *lines], Outcome.NOT_PROVED)


def _swallowing(source: str) -> str:
    """Return a statement with its error swallowed."""
    inner = "".join(f"    {line}\n" for line in source.rstrip("\n").split("\n"))
    return f"try:\n{inner}except Exception:\n    swallowed = True\n"


def _catch(claim: Claim, lines: list[Line]) -> Iterator[Damage]:
    for name, transform, reasons in (
        ("handler dropped", _without_handlers, _RAISES),
        ("handler for an unrelated class", _handling_another, _RAISES),
        ("handler emptied", _passing, {Outcome.NOT_PROVED, Outcome.OUTPUT_DIFFERS, *_RAISES, Outcome.NOTHING_RAISED}),
        ("an unrelated error in the try", _raising_unrelated, _RAISES),
        (
            "nothing tried",
            _trying_nothing,
            {Outcome.NOT_PROVED, Outcome.OUTPUT_DIFFERS, *_RAISES, Outcome.NOTHING_RAISED},
        ),
        ("message not looked at", _without_look, {Outcome.NOT_PROVED}),
    ):
        changed = [(_transformed(source, transform), want) for source, want in lines]
        if changed != lines:
            yield Damage(name=name, claim=_with(claim, changed), reasons=frozenset(map(str, reasons)))


def _check(claim: Claim, lines: list[Line]) -> Iterator[Damage]:
    sources = [source for source, _ in lines]

    def damage(name: str, changed: Sequence[str], *reasons: str) -> Damage:
        copy = _with(claim, [(source, want) for source, (_, want) in zip(changed, lines, strict=True)])
        return Damage(name=name, claim=copy, reasons=frozenset(map(str, reasons)))

    differs = (Outcome.OTHER_CLASS, Outcome.OUTPUT_DIFFERS, Outcome.NOT_PROVED)
    yield damage("guard that always accepts", mutation.with_guards(sources, passing=True), *differs)
    yield damage("guard that always refuses", mutation.with_guards(sources, passing=False), *differs)
    by_identity = [_transformed(source, _by_identity) if mutation.is_guarded(source) else source for source in sources]
    yield damage("guard that compares identity", by_identity, Outcome.NOT_PROVED)
    shown = [line for line in lines if not line[1].startswith("Traceback")]
    reasons = frozenset({str(Outcome.NOT_PROVED)})
    yield Damage(name="the unguarded error not shown", claim=_with(claim, shown), reasons=reasons)


def _transformed(source: str, transform: type[ast.NodeTransformer]) -> str:
    tree = ast.parse(source)
    before = ast.dump(tree)
    changed = transform().visit(tree)
    return source if ast.dump(changed) == before else ast.unparse(ast.fix_missing_locations(changed)) + "\n"


class _without_handlers(ast.NodeTransformer):  # noqa: N801
    def visit_Try(self, node: ast.Try) -> list[ast.stmt]:
        return node.body


class _handling_another(ast.NodeTransformer):  # noqa: N801
    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.type = ast.Name("FloatingPointError", ast.Load())
        return node


class _passing(ast.NodeTransformer):  # noqa: N801
    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.body = [ast.Pass()]
        return node


class _raising_unrelated(ast.NodeTransformer):  # noqa: N801
    def visit_Try(self, node: ast.Try) -> ast.AST:
        caught = node.handlers[0].type if node.handlers else None
        if caught is not None:
            new = ast.Attribute(caught, "__new__", ast.Load())
            made = ast.Call(new, [caught, ast.Constant("an unrelated error")], [])
            node.body = [ast.Raise(made, None)]
        return node


class _trying_nothing(ast.NodeTransformer):  # noqa: N801
    def visit_Try(self, node: ast.Try) -> ast.AST:
        node.body = [ast.Pass()]
        return node


class _without_look(ast.NodeTransformer):  # noqa: N801
    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.body = [inner for inner in node.body if not _re_raises(inner)] or [ast.Pass()]
        return node


def _re_raises(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and all(isinstance(inner, ast.Raise) and inner.exc is None for inner in node.body)


class _by_identity(ast.NodeTransformer):  # noqa: N801
    def visit_If(self, node: ast.If) -> ast.AST:
        asked = ast.Call(ast.Name("id", ast.Load()), [ast.Name("object", ast.Load())], [])
        node.test = ast.BoolOp(ast.And(), [asked, node.test])
        return node
