"""The browser's matcher gives Python's answers: same entries, holes, weights, frames, near misses and releases."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from runbook_builder import index, line
from runbook_builder.project import open_project
from runbook_builder.record import Role
from tests.match import corpus, hostile, modes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from jax_runbooks.index import Answer, Index, Match

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]

MATCHER = corpus.ROOT / "docs" / "assets" / "matcher.js"

ANSWERS = """
([data, texts]) => {
  const index = jaxRunbooks.load(JSON.parse(data));
  const told = (match) => ({
    id: match.entry.id, exception: match.exception, holes: match.holes, weight: match.weight, near: match.near, by: match.by,
    literals: match.signature.shape.literals, frames: match.frames.map((one) => one.join(".")), standing: match.standing,
  });
  return texts.map((text) => {
    const found = jaxRunbooks.answer(index, text);
    return {
      jax: found.jax, matches: found.matches.map(told), near: found.near.map(told), best: found.best.length,
    };
  });
}
"""


def told(match: Match) -> dict[str, Any]:
    standing = match.standing
    return {
        "id": match.entry.id,
        "exception": match.exception,
        "holes": match.holes,
        "weight": match.weight,
        "near": match.near,
        "by": match.by,
        "literals": list(match.signature.message.literals),
        "frames": [".".join(site) for site in match.frames],
        "standing": standing
        and {
            "release": standing.release,
            "asked": standing.asked,
            "error": standing.error,
            "fixes": standing.fixes,
            "allFixes": standing.all_fixes,
        },
    }


def as_data(answer: Answer) -> dict[str, Any]:
    return {
        "jax": answer.jax,
        "matches": [told(match) for match in answer.matches],
        "near": [told(match) for match in answer.near],
        "best": len(answer.best),
    }


@pytest.fixture(scope="module")
def known() -> corpus.Known:
    return corpus.known()


@pytest.fixture(scope="module")
def in_browser(chromium: Browser) -> Iterator[Callable[[str, list[str]], list[dict[str, Any]]]]:
    page = chromium.new_page()
    page.add_script_tag(path=MATCHER)
    yield lambda data, texts: page.evaluate(ANSWERS, [data, texts])
    page.close()


def same(known: Index, data: str, texts: dict[str, str], in_browser: Callable[..., list[dict[str, Any]]]) -> None:
    theirs = in_browser(data, list(texts.values()))
    for (place, text), other in zip(texts.items(), theirs, strict=True):
        own = json.loads(json.dumps(as_data(known.answer(text))))
        assert other == own, place


def test_printed_errors(known: corpus.Known, in_browser: Any) -> None:
    texts = {f"{one.name} {release}": text for one in corpus.labels() for release, text in one.printed.items()}
    assert len(texts) >= 100
    same(known.index, known.text, texts, in_browser)


def test_errors_of_others(known: corpus.Known, in_browser: Any) -> None:
    texts = corpus.foreign()
    assert len(texts) >= 100
    same(known.index, known.text, texts, in_browser)


def test_every_record_in_every_way_people_see_it(known: corpus.Known, in_browser: Any) -> None:
    """The traceback by default, unfiltered, in IPython, in pytest, and the last lines alone lead back to the record."""
    checkout = line.open_line(open_project(corpus.ROOT))
    claims = [
        claim
        for one in checkout.published
        for claim in line.claims_of(checkout, one)
        if claim.doctest.role is Role.REPRODUCE
        and one.record.kind == "exception"  # the others end in no traceback
        and not claim.obstacle(checkout.environment)
    ]
    texts, wanted = {}, {}
    for claim, seen in modes.all_printed(claims, checkout.environment):
        for way, text in seen.items():
            texts[f"{claim.doctest.id} {way}"] = text
            wanted[f"{claim.doctest.id} {way}"] = claim.record.id if claim.record else ""
    assert len(texts) == 5 * len(claims) > 0
    named = {place: [match.entry.id for match in known.index.answer(text).best] for place, text in texts.items()}
    assert {place: ids for place, ids in named.items() if ids != [wanted[place]]} == {}
    same(known.index, known.text, texts, in_browser)


def test_reports(known: corpus.Known, in_browser: Any) -> None:
    """The demand set lies outside of the repository; where it is not there, the parts that are tracked stand for it."""
    place = corpus.ROOT.parent / "shared" / "demand" / "reports.jsonl"
    texts = {one.id: one.text for one in corpus.reports(place)} if place.is_file() else {}
    texts |= {f"broken {one.name}": one.title for one in corpus.labels()}
    same(known.index, known.text, texts, in_browser)


@pytest.mark.parametrize("piece", hostile.PIECES)
def test_hostile_texts(known: corpus.Known, in_browser: Any, piece: str) -> None:
    texts = {piece: hostile.made(piece, 1 << 16), f"odd {piece}": f"ValueError: {hostile.made(piece, 999)}\n jax 0.4.3"}
    same(known.index, known.text, texts, in_browser)


def test_typed_holes(in_browser: Any) -> None:
    """Holes of a form of their own, of which the verifier makes more than the matcher."""
    message = "was made at {where}. See {docs} and {address} before:\n{inner}"
    text = index.pack([index.Packed(id="a", slug="a", title="a", signatures=(("ValueError", message),))])
    from jax_runbooks.index import Index

    printed = {
        "whole": "ValueError: was made at a.py:3:1 (f). See https://docs.jax.dev/x and 0x7f before:\n"
        "Traceback (most recent call last):\n  File 'x'",
        "no place": 'ValueError: was made at a.py. See https://docs.jax.dev/x and 0x7f before:\nFile "x"',
        "two ends": 'ValueError: was made at a. See .py:3. See https://docs.jax.dev/x and 0x7f before: File "x"',
    }
    same(Index.load(text), text, printed, in_browser)
