from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder import checks, new, source
from tests.builder.conftest import RECORD

if TYPE_CHECKING:
    from tests.builder.conftest import Checkout

ASK = ("--exception", "jax.errors.SomeError", "--message", "Shape {shape} does not fit {other}")


def test_mint_is_stable() -> None:
    assert new.mint("jax", "ValueError", "got {x}") == "704729952a1bda9a"
    assert new.mint("jax", "ValueError", "got {y}") != new.mint("jax", "ValueError", "got {x}")


def test_draft_is_a_record_with_its_comments(checkout: Checkout) -> None:
    status, out, _ = checkout.run("new", "shapes/some-error", *ASK)
    path = "records/shapes/some-error.yaml"
    assert (status, out) == (0, [f"{path} written; fill it in, then run: check, accept, verify"])
    one = next(one for one in checks.load(checkout.project) if one.slug == "some-error")
    assert one.record.id == new.mint("jax", ASK[1], ASK[3])
    assert one.record.status == "draft"
    assert (one.record.signatures[0].exception, one.record.signatures[0].message) == (ASK[1], ASK[3])
    assert one.record.title == "Some error"
    assert one.source.text.count(" # ") > 8
    checks.judge(one)


def test_draft_stops_nobody(checkout: Checkout) -> None:
    checkout.run("new", "shapes/some-error", *ASK)
    assert checkout.run("render")[0] == 0
    assert not list((checkout.root / "docs").rglob("some-error*"))


@pytest.mark.parametrize(
    "message",
    [
        'say "{what}": # no \\ comment',
        "brackets {{x}} and {hole}",
        "'single' and %percent {a}",
        "é 日 and 😀 for {x} too",
        "two\nlines of {text}",
    ],
)
def test_message_of_any_text(checkout: Checkout, message: str) -> None:
    assert checkout.run("new", "shapes/some-error", "--exception", "ValueError", "--message", message)[0] == 0
    read = source.read(checkout.root / "records/shapes/some-error.yaml", "x")
    assert read.data["signatures"][0]["message"] == message


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (
            ("shapes/x-y", "--exception", "Some Error", "--message", ASK[3]),
            "signatures.0.exception: 'Some Error' does not have",
        ),
        (("shapes/x-y", "--exception", "E: x", "--message", ASK[3]), "signatures.0.exception: 'E: x' does not have"),
        (("shapes/x-y", "--exception", "E", "--message", "{x}"), "message: '{x}' has too little literal text"),
        (("shapes/x-y", "--exception", "E", "--message", "a { b"), "message: 'a { b' has a single '{'"),
        (
            ("shapes/x-y", "--exception", "E", "--message", "a\x02b c"),
            "signatures.0.message: holds the invisible character",
        ),
        (("shapes/x-y", "--exception", "E", "--message", "a\udcff b c"), "holds the invisible character U+DCFF"),
        (("shapes/a--b", *ASK), "does not lie at records/<area>/<slug>.yaml"),
        (("shapes/-b", *ASK), "does not lie at records/<area>/<slug>.yaml"),
        (("shapes/index", *ASK), "does not lie at records/<area>/<slug>.yaml"),
        (
            ("shapes/backend-already-initialized", *ASK),
            "a record 'backend-already-initialized' exists; take another slug",
        ),
    ],
)
def test_what_is_no_record_is_not_written(checkout: Checkout, arguments: tuple[str, ...], told: str) -> None:
    place = arguments[0]
    before = sorted((checkout.root / "records").rglob("*"))
    (problem,) = checkout.refusals("new", *arguments)
    assert problem.startswith(f"records/{place}.yaml: {told}")
    assert sorted((checkout.root / "records").rglob("*")) == before


def test_error_that_has_a_record(checkout: Checkout) -> None:
    asked = ("new", "shapes/x-y", "--exception", "RuntimeError", "--message", "Backend {name} already initialized")
    assert checkout.refusals(*asked) == [f"{RECORD}: is the record of this error, ID d0594bd30c4de243; extend it"]
    checkout.run("new", "shapes/some-error", *ASK)
    identity = new.mint("jax", ASK[1], ASK[3])
    assert checkout.refusals("new", "shapes/x-y", *ASK) == [
        f"records/shapes/some-error.yaml: is the record of this error, ID {identity}; extend it"
    ]
