"""Acceptance: writes what real JAX printed into a record's text, at the parser's marks, so layout and comments stay."""

from __future__ import annotations

import doctest
import re
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from jax_runbooks.signature import TYPED_HOLES, Template
from runbook_builder.doctests import prompt_lines
from runbook_builder.pins import Environments
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import write
from runbook_builder.record import in_range
from runbook_builder.sandbox import Run, Sandbox

if TYPE_CHECKING:
    from runbook_builder.checks import Authored
    from runbook_builder.doctests import Block
    from runbook_builder.line import Line
    from runbook_builder.sandbox import Step

_WHERE = re.compile(r"<doctest [^\n]*?\]>:\d+(?::\d+)?(?: \([^\n()]*\))?")
_DOCS = re.compile(r"https://(?:docs\.jax\.dev|jax\.readthedocs\.io)/\S+")
_ADDRESS = re.compile(TYPED_HOLES["address"].pattern)


def accept(line: Line, one: Authored) -> int:
    """Run every block of a record and put what it printed into its file; return the number of outputs replaced.

    Only expected output changes, never code. Raises ``ProblemsError`` when a block does not run to its end.
    """
    lines = one.source.text.splitlines(keepends=True)
    edits: list[tuple[int, int, list[str]]] = []
    problems: list[Problem] = []
    # A block for other releases keeps what its author wrote: this one would print something else.
    blocks = [block for block in one.blocks if in_range(line.environment.jax, block.versions)]
    parsed = [doctest.DocTestParser().get_examples(block.text) for block in blocks]
    environments = Environments(folder=line.project.cache / "environments")
    with ExitStack() as stack:
        places: dict[tuple[tuple[str, ...], ...], Sandbox] = {
            (): stack.enter_context(Sandbox(environment=line.environment, workers=1))
        }
        for pins in sorted({block.pins for block in blocks} - {()}):
            own = replace(line.environment, interpreter=environments.python(pins))
            places[pins] = stack.enter_context(Sandbox(environment=own, workers=1, fork=False))
        runs = [
            Run(
                name=block.id,
                sources=tuple(example.source for example in examples),
                devices=one.record.requires.devices,
            )
            for block, examples in zip(blocks, parsed, strict=True)
        ]
        rans = [places[block.pins].run(run) for block, run in zip(blocks, runs, strict=True)]
    for block, examples, ran in zip(blocks, parsed, rans, strict=True):
        if ran.ended != "whole":
            problems.append(one.source.problem(block.place, f"{block.id}: {ran.ended}: {ran.detail}"))
            continue
        for example, step in zip(examples, ran.steps, strict=True):
            edits += _edit(one, block, example, step, lines)
    if problems:
        raise ProblemsError(*problems)
    for start, end, text in sorted(edits, reverse=True):
        lines[start:end] = text
    write(line.project.root / one.source.path, "".join(lines))
    return len(edits)


def _edit(
    one: Authored, block: Block, example: doctest.Example, step: Step, lines: list[str]
) -> list[tuple[int, int, list[str]]]:
    printed = _printed(step)
    if printed == example.want or _fits(example.want, printed):
        return []
    start = one.source.line(block.place) - 1 + example.lineno
    margin = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
    start += len(prompt_lines(block.text, example))
    return [(start, start + len(example.want.splitlines()), [f"{margin}{line}\n" for line in printed.splitlines()])]


def _fits(want: str, printed: str) -> bool:
    """Whether an output with holes already says what was printed."""
    template = Template.typed(want)
    return bool(template.holes) and template.fit(printed, whole=True) is not None


def _printed(step: Step) -> str:
    if step.error is None:
        return _blank(step.stdout)
    text = _WHERE.sub("{where}", step.error.printed)
    text = _ADDRESS.sub("{address}", _DOCS.sub("{docs}", text))
    return "Traceback (most recent call last):\n    ...\n" + _blank(text)


def _blank(text: str) -> str:
    return re.sub(r"^$(?=\n)", "<BLANKLINE>", text, flags=re.MULTILINE)
