from __future__ import annotations

import json

import pytest

from jax_runbooks.index import FORMAT, Index, Match, best
from jax_runbooks.raised import Raised, parse


def index(*entries: tuple[str, str, str]) -> Index:
    """Make an index of (ID, class, message) with one signature each."""
    data = [
        {"id": one, "slug": one, "title": one, "signatures": [{"exception": exception, "message": message}]}
        for one, exception, message in entries
    ]
    return Index.load(json.dumps({"format": FORMAT, "entries": data}))


def ids(matches: tuple[Match, ...]) -> list[str]:
    return [match.entry.id for match in matches]


def test_match_says_why() -> None:
    (match,) = index(("a", "ValueError", "got {a} and {b}")).match(parse("ValueError: got 1 and 2"))
    assert match.entry.id == "a"
    assert match.signature.exception == "ValueError"
    assert match.holes == {"a": "1", "b": "2"}
    assert match.weight == len("got  and ")


def test_most_literal_characters_come_first() -> None:
    known = index(
        ("a", "ValueError", "got {x}"), ("b", "ValueError", "got a shape {x}"), ("c", "ValueError", "{x} shape")
    )
    found = known.match(parse("ValueError: got a shape (3,)"))
    assert ids(found) == ["b", "c", "a"]
    assert ids(best(found)) == ["b"]


def test_tie_is_shown_as_a_tie_in_order_of_ids() -> None:
    known = index(("b", "ValueError", "got {x}"), ("a", "ValueError", "{x} gut"), ("c", "ValueError", "got"))
    assert ids(best(known.match(parse("ValueError: got gut")))) == ["a", "b"]


def test_no_match_is_no_guess() -> None:
    known = index(("a", "ValueError", "got {x}"))
    for text in ("", "words", "TypeError: got 1", "ValueError: lost 1"):
        assert known.match(parse(text)) == ()
    assert best(()) == ()


def test_the_error_that_ended_the_program_wins() -> None:
    known = index(("first", "KeyError", "'b'"), ("last", "ValueError", "no {x}"))
    text = "KeyError: 'b'\n\nThe above exception was the direct cause of the following exception:\n\nValueError: no 'b'"
    assert ids(known.match(parse(text))) == ["last"]
    assert ids(known.match(parse(text.replace("no 'b'", "other")))) == ["first"]


def test_heaviest_signature_of_an_entry_counts() -> None:
    signatures = [{"exception": "ValueError", "message": text} for text in ("got {x}", "got a shape {x}")]
    entry = {"id": "a", "slug": "a", "title": "a", "signatures": signatures}
    known = Index.load(json.dumps({"format": FORMAT, "entries": [entry]}))
    assert [match.holes for match in known.match(parse("ValueError: got a shape 1"))] == [{"x": "1"}]


def test_bases_of_a_live_error_fit() -> None:
    error = Raised(exceptions=("jax.errors.ConcretizationTypeError", "TypeError"), message="got 1")
    assert ids(index(("a", "TypeError", "got {x}")).match([error])) == ["a"]


def test_other_format_is_refused() -> None:
    with pytest.raises(ValueError, match=f"index has format 99, this reader knows {FORMAT}"):
        Index.load('{"format": 99, "entries": []}')
