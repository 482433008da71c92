"""Checks beyond what test_bad_input.py shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder import checks, record, source
from runbook_builder.problem import ProblemsError
from tests.builder.conftest import RECORD

if TYPE_CHECKING:
    from runbook_builder.environment import Environment
    from runbook_builder.line import Line
    from tests.builder.conftest import Checkout


def test_records_of_this_repository_are_in_order(real: Line) -> None:
    package, release = real.environment.package, real.project.primary
    loaded = checks.load(real.project)
    assert checks.check([one for one in loaded if one.record.status != "draft"], package, release) == ()
    assert list(checks.together(loaded)) == []
    assert [one.slug for one in loaded] == sorted(one.slug for one in loaded)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("register_backend_factory", ""),
        ("register_backend_factory_", "has no 'jax._src.xla_bridge: register_backend_factory_'"),
        ("device_count", "raises no RuntimeError"),
    ],
)
def test_raise_site_in_the_installed_jax(real: Line, checkout: Checkout, function: str, told: str) -> None:
    if function != "register_backend_factory":
        checkout.damage("function: register_backend_factory\n", f"function: {function}\n")
    found = checks.check([checkout.load()], real.environment.package, real.project.primary)
    assert len(found) == bool(told)
    assert told in "".join(map(str, found))


@pytest.mark.parametrize(
    ("versions", "asked"), [("null", True), ('">=0.5"', True), ('"<0.5"', False), ('">99"', False)]
)
def test_raise_site_is_looked_up_only_where_it_holds(
    checkout: Checkout, environment: Environment, versions: str, asked: bool
) -> None:
    old = '    function: register_backend_factory\n    versions: ">=0.5.3"'
    checkout.damage(old, f"    function: gone\n    versions: {versions}")
    found = checks.check([checkout.load()], environment.package, environment.jax)
    assert bool(found) is asked


def test_known_record_needs_no_block(checkout: Checkout, environment: Environment) -> None:
    text = checkout.record.read_text(encoding="utf-8").replace("status: published", "status: known")
    head, _, tail = text.partition("causes:")
    checkout.record.write_text(head + tail[tail.index("no_check:") :], encoding="utf-8")
    assert checks.check([checkout.load()], environment.package, environment.jax) == ()


def test_draft_may_lack_its_catch_and_check(checkout: Checkout, environment: Environment) -> None:
    checkout.damage('no_check: "JAX has no public question for it."\n', "")
    assert len(checks.check([checkout.load()], environment.package, environment.jax)) == 1
    checkout.damage("status: published", "status: draft")
    assert checks.check([checkout.load()], environment.package, environment.jax) == ()


def test_alias_counts_as_an_id(checkout: Checkout) -> None:
    text = checkout.record.read_text(encoding="utf-8")
    other = text.replace("d0594bd30c4de243", "0123456789abcdef")
    other = other.replace("related: []", 'related: ["d0594bd30c4de243"]\naliases: ["fedcba9876543210"]')
    checkout.record.with_name("other.yaml").write_text(other, encoding="utf-8")
    checkout.damage("related: []", 'related: ["fedcba9876543210"]')
    assert list(checks.together(checks.load(checkout.project))) == []


def test_problem_in_a_quoted_text_stands_at_its_line(checkout: Checkout) -> None:
    checkout.damage("|\n  A plugin is imported late.\n", '"First.\\n\\n# Second."\n')
    (found,) = list(checks._prose(checkout.load()))
    assert str(found) == f"{RECORD}:30: situations: '# Second.' holds a heading; the page has its own"


def test_judge_names_no_other_record() -> None:
    with pytest.raises(ProblemsError):
        checks.judge(
            checks.Authored(area="a", slug="b", source=(read := source.parse(_DRAFT, "x")), record=record.parse(read))
        )


_DRAFT = """\
id: "0123456789abcdef"
status: draft
kind: exception
library: jax
signatures: [{exception: ValueError, message: "{x}"}]
raised_in: [{kind: python, reason: "An import."}]
title: a
summary: a
severity: error
strategy: retry
meaning: a
triggers: a
situations: a
"""
