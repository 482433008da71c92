"""The part of acceptance that runs nothing: from what was printed to the text of a record."""

from __future__ import annotations

import doctest
from typing import TYPE_CHECKING

import pytest

from runbook_builder import accept
from runbook_builder.record import Role
from runbook_builder.sandbox import Error, Step

if TYPE_CHECKING:
    from tests.builder.conftest import Checkout


def printed(stdout: str = "", error: str | None = None) -> Step:
    raised = Error(exception=error.partition(":")[0], printed=error + "\n", traceback="") if error else None
    return Step(stdout=stdout, error=raised, lines=frozenset(), passed=())


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (printed(""), ""),
        (printed("2\n"), "2\n"),
        (printed("a\n\nb\n"), "a\n<BLANKLINE>\nb\n"),
        (printed(error="ValueError: bad"), "Traceback (most recent call last):\n    ...\nValueError: bad\n"),
        (
            printed(
                error="ValueError: for jit at <doctest slug-fix-1[2]>:3 (f) see https://docs.jax.dev/x.html 0x7f01"
            ),
            "Traceback (most recent call last):\n    ...\nValueError: for jit at {where} see {docs} {address}\n",
        ),
        (
            printed(error="ValueError: first\n\nthird"),
            "Traceback (most recent call last):\n    ...\nValueError: first\n<BLANKLINE>\nthird\n",
        ),
    ],
)
def test_what_was_printed_as_expected_output(step: Step, text: str) -> None:
    assert accept._printed(step) == text


@pytest.mark.parametrize(
    ("want", "text", "fits"),
    [
        ("<Backend at {address}>\n", "<Backend at 0x7f01>\n", True),
        ("<Backend at {address}>\n", "<Frontend at 0x7f01>\n", False),
        ("<Backend at {address}>\n", "<Backend at home>\n", False),
        ("{x} at {address}\n", "{x} at 0x1\n", True),
        ("no hole\n", "no hole\n", False),
    ],
)
def test_output_with_holes_that_still_says_it(want: str, text: str, fits: bool) -> None:
    assert accept._fits(want, text) is fits


def edited(checkout: Checkout, role: Role, *steps: Step) -> str:
    one = checkout.load()
    block = next(block for block in one.blocks if block.role is role)
    lines = one.source.text.splitlines(keepends=True)
    edits = []
    for example, step in zip(doctest.DocTestParser().get_examples(block.text), steps, strict=True):
        edits += accept._edit(one, block, example, step, lines)
    for start, end, text in sorted(edits, reverse=True):
        lines[start:end] = text
    return "".join(lines)


def test_same_output_changes_nothing(checkout: Checkout) -> None:
    text = checkout.record.read_text(encoding="utf-8")
    assert edited(checkout, Role.CATCH, printed(), printed(), printed("0\n")) == text
    assert edited(checkout, Role.FIX, printed(), printed(), printed("<Backend at 0x7f>\n")) == text


def test_other_output_takes_the_place_of_the_old(checkout: Checkout) -> None:
    text = checkout.record.read_text(encoding="utf-8")
    assert edited(checkout, Role.CATCH, printed(), printed(), printed("1\n2\n")) == text.replace(
        "  >>> len(backend.backends())\n  0\n", "  >>> len(backend.backends())\n  1\n  2\n"
    )
    assert edited(checkout, Role.REPRODUCE, printed(), printed(error="TypeError: no")) == text.replace(
        "RuntimeError: Backend cpu already initialized", "TypeError: no"
    )


def test_output_comes_and_goes_after_the_closing_prompt(checkout: Checkout) -> None:
    text = checkout.record.read_text(encoding="utf-8")
    assert edited(checkout, Role.CATCH, printed("x\n"), printed("y\n"), printed("")) == text.replace(
        "  >>> try:", "  x\n  >>> try:"
    ).replace("  ...\n  >>> len(backend.backends())\n  0\n", "  ...\n  y\n  >>> len(backend.backends())\n")
