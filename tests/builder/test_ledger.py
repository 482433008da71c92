from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from runbook_builder import ledger
from runbook_builder.problem import ProblemsError
from runbook_builder.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from runbook_builder.environment import Environment
    from tests.builder.conftest import Checkout

PASSED = Verdict(doctest="slug-fix-1", role="fix", digest="0" * 32, outcome=Outcome.AS_DOCUMENTED)
FAILED = Verdict(doctest="slug-fix-2", role="fix", digest="1" * 32, outcome=Outcome.FIX_FAILS, detail="raised 'é'")


def test_what_is_written_is_read(checkout: Checkout, environment: Environment) -> None:
    assert ledger.record(checkout.project, "slug", environment, [PASSED, FAILED])
    (page,) = ledger.read(checkout.project, "slug")
    assert page.verdicts == (PASSED, FAILED)
    assert (page.jax, page.platform) == (environment.jax, "cpu")
    assert page.words == f"JAX {environment.jax}, Python 3.13, CPU"


def test_same_result_same_bytes(checkout: Checkout, environment: Environment) -> None:
    ledger.record(checkout.project, "slug", environment, [PASSED])
    (path,) = (checkout.root / "docs" / "ledger" / "slug").iterdir()
    before = path.read_bytes()
    assert not ledger.record(checkout.project, "slug", environment, [PASSED])
    assert path.read_bytes() == before
    assert str(checkout.root) not in before.decode()
    assert str(environment.interpreter) not in before.decode()


def test_newest_release_last(checkout: Checkout, environment: Environment) -> None:
    for release in ("0.12.0.1", "0.4.38", "0.10.2", "0.9.0"):
        ledger.record(checkout.project, "slug", replace(environment, jax=release), [PASSED])
    assert [page.jax for page in ledger.read(checkout.project, "slug")] == ["0.4.38", "0.9.0", "0.10.2", "0.12.0.1"]


def test_nothing_seen(checkout: Checkout) -> None:
    assert ledger.read(checkout.project, "slug") == ()


@pytest.mark.parametrize("name", ["jax-0.12.0.1-py3.13-cpu.json", "notes.json"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        "null",
        '{"jax": "x", "verdicts": []}',
        '{"jax": "0.12.0.1", "verdicts": [{"outcome": "fine"}]}',
    ],
)
def test_edited_by_hand(checkout: Checkout, name: str, text: str) -> None:
    path = checkout.root / "docs" / "ledger" / "slug" / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ProblemsError) as error:
        ledger.read(checkout.project, "slug")
    (problem,) = error.value.problems
    assert str(problem).startswith(f"docs/ledger/slug/{name}: is no ledger file (")
    assert str(problem).endswith("; delete it and run 'nox -s verify'")
