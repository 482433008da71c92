from __future__ import annotations

import json
import re

import pytest

from jax_runbooks.index import FORMAT, Answer, Index, Match


def index(*entries: tuple[str, str, str], **fields: object) -> Index:
    """Make an index of (ID, class, message) with one signature each, found by the first word of two letters or more."""
    data = [
        {
            "id": one,
            "slug": one,
            "title": one,
            "signatures": [{"word": word_of(message), "exception": exception, "message": message}],
            **fields,
        }
        for one, exception, message in entries
    ]
    return Index.load(json.dumps({"format": FORMAT, "entries": data}))


def word_of(message: str) -> str:
    return next(iter(re.findall(r"\w\w+", re.sub(r"\{\w+\}", " ", message))))


def ids(matches: tuple[Match, ...]) -> list[str]:
    return [match.entry.id for match in matches]


def test_match_says_why() -> None:
    (match,) = index(("a", "ValueError", "got {a} and some {b}")).answer("ValueError: got 1 and some 2").matches
    assert match.entry.id == "a"
    assert match.signature.exception == match.exception == "ValueError"
    assert match.holes == {"a": "1", "b": "2"}
    assert match.weight == len("got  and some ")
    assert not match.near


def test_most_literal_characters_come_first() -> None:
    known = index(
        ("a", "ValueError", "got a shape {x}"),
        ("b", "ValueError", "got a shape of rank {x}"),
        ("c", "ValueError", "{x} shape of rank"),
    )
    answer = known.answer("ValueError: got a shape of rank 3")
    assert ids(answer.matches) == ["b", "c", "a"]
    assert ids(answer.best) == ["b"]


def test_tie_is_shown_as_a_tie_in_order_of_ids() -> None:
    known = index(
        ("b", "ValueError", "got shape {x}"), ("a", "ValueError", "{x} shape gut"), ("c", "ValueError", "got")
    )
    assert ids(known.answer("ValueError: got shape gut").best) == ["a", "b"]


def test_a_frame_of_the_raise_site_breaks_a_tie() -> None:
    known = index(("a", "ValueError", "a shape of {x}"), sites=[["jax._src.core", "bind"]])
    other = index(("b", "ValueError", "a shape of {x}"))
    words = {"shape": [*known.words["shape"], *other.words["shape"]]}
    both = Index(entries=(*known.entries, *other.entries), words=words)
    frame = '  File "/x/jax/_src/core.py", line 1, in bind\n    f(x)\n'
    assert ids(both.answer("ValueError: a shape of 3").best) == ["a", "b"]
    (match,) = both.answer(frame + "ValueError: a shape of 3").best
    assert (match.entry.id, match.frames) == ("a", (("jax._src.core", "bind"),))


def test_runbooks_come_before_the_catalogue() -> None:
    catalogue = index(("a", "ValueError", "a shape of rank {x}"), status="catalogue")
    runbook = index(("b", "ValueError", "a shape of {x}"))
    words = {"shape": [*catalogue.words["shape"], *runbook.words["shape"]]}
    both = Index(entries=(*catalogue.entries, *runbook.entries), words=words)
    answer = both.answer("ValueError: a shape of rank 3")
    assert ids(answer.best) == ["b"]
    assert ids(answer.matches) == ["b", "a"]


@pytest.mark.parametrize(
    "text", ["", "words", "TypeError: got shape 1", "ValueError: lost 1", "ValueError: got shaped"]
)
def test_no_match_is_no_guess(text: str) -> None:
    known = index(("a", "ValueError", "got shape {x}"), ("b", "ValueError", "got shape"))
    assert known.answer(text) == Answer()


def test_little_text_is_an_answer_only_where_it_is_the_whole_line() -> None:
    known = index(("a", "KeyError", "'shape'"))
    assert ids(known.answer("KeyError: 'shape'").matches) == ["a"]
    assert known.answer("KeyError: 'shape' of the table").matches == ()


def test_the_error_that_ended_the_program_wins() -> None:
    known = index(("first", "KeyError", "'bbbb'"), ("last", "ValueError", "nothing of the name {x}"))
    between = "\n\nThe above exception was the direct cause of the following exception:\n\n"
    text = f"KeyError: 'bbbb'{between}ValueError: nothing of the name 'b'"
    assert ids(known.answer(text).matches) == ["last"]
    assert ids(known.answer(text.replace("nothing of", "other")).matches) == ["first"]


def test_heaviest_signature_of_an_entry_counts() -> None:
    signatures = [
        {"word": "shape", "exception": "ValueError", "message": text}
        for text in ("got a shape {x}", "got a shape of {x}")
    ]
    entry = {"id": "a", "slug": "a", "title": "a", "signatures": signatures}
    known = Index.load(json.dumps({"format": FORMAT, "entries": [entry]}))
    assert [match.holes for match in known.answer("ValueError: got a shape of 1").matches] == [{"x": "1"}]


class OwnError(TypeError):
    pass


def test_bases_of_a_live_error_fit() -> None:
    (match,) = index(("a", "TypeError", "got a shape {x}")).answer(OwnError("got a shape 1")).matches
    assert match.exception == "TypeError"


@pytest.mark.parametrize(
    "text",
    [
        "The message was: got a shape of rank 3, and then?",
        "2026-01-02 03:04:05 WARNING got a shape of rank 3",
        '"got a shape of rank 3"',
        "# got a shape\n#   of rank 3",
        "a.py:68: ValueError: got a shape of rank 3",
        "got a shape of ra\nnk 3, got a shape of rank 3",
    ],
)
def test_running_text_is_searched_where_no_class_leads(text: str) -> None:
    assert ids(index(("a", "ValueError", "got a shape of rank {x}")).answer(text).matches) == ["a"]


@pytest.mark.parametrize("text", ["a.py:68: TypeError: got a shape of rank 3", "forgot a shape of rank 3"])
def test_running_text_of_another_class_or_word_is_none(text: str) -> None:
    assert index(("a", "ValueError", "got a shape of rank {x}")).answer(text).matches == ()


def test_near_misses_are_no_answers() -> None:
    known = index(("a", "ValueError", "got a shape of rank {x} where {y} is wanted"))
    other_class = known.answer("TypeError: got a shape of rank 3 where 2 is wanted")
    assert (other_class.matches, ids(other_class.near)) == ((), ["a"])
    assert other_class.near[0].near == "it is raised as ValueError"
    cut_off = known.answer("ValueError: got a shape of rank 3 wh")
    assert (cut_off.matches, ids(cut_off.near)) == ((), ["a"])
    assert cut_off.near[0].near == "the text is the same up to here"
    assert known.answer("ValueError: got a shape").near == ()


RELEASES = {"0.4.38": [1, 2, 0, 3], "0.9.2": [2, 2, 2, 3], "0.10.2": [2, 2, 3, 3]}


@pytest.mark.parametrize(
    ("asked", "nearest", "error", "fixes"),
    [
        (None, "0.10.2", True, 3),
        ("0.9.2", "0.9.2", True, 2),
        ("0.9.0", "0.9.2", True, 2),
        ("0.9.7", "0.9.2", True, 2),
        ("0.5.0", "0.4.38", False, 0),
        ("0.3.1", "0.4.38", False, 0),
        ("0.11.0.dev20260101", "0.10.2", True, 3),
        ("nonsense", "0.10.2", True, 3),
    ],
)
def test_what_was_seen_on_the_nearest_release(asked: str | None, nearest: str, *, error: bool, fixes: int) -> None:
    known = index(("a", "ValueError", "got a shape {x}"), releases=RELEASES)
    (match,) = known.answer("ValueError: got a shape 1", jax=asked).matches
    assert match.standing is not None
    assert (match.standing.release, match.standing.error, match.standing.fixes) == (nearest, error, fixes)


def test_the_release_that_the_paste_names_counts() -> None:
    known = index(("a", "ValueError", "got a shape {x}"), releases=RELEASES)
    (match,) = known.answer("ValueError: got a shape 1\n\njax: 0.9.1\njaxlib: 0.9.0").matches
    assert match.standing is not None
    assert match.standing.words == (
        "On JAX 0.9.2 (the nearest run to your 0.9.1) the error is as documented; "
        "fixes that work there as documented: 2 of 3."
    )


def test_other_format_is_refused() -> None:
    with pytest.raises(ValueError, match=f"index has format 99, this reader knows {FORMAT}"):
        Index.load('{"format": 99, "entries": []}')


def test_a_message_that_is_cut_off_leads_on_where_it_begins_one_alone() -> None:
    one = ("a", "ValueError", "got a shape of rank {x} where another is wanted")
    long = ("b", "ValueError", "the carry of this loop has another type {x}")
    (match,) = index(one, long).answer("ValueError: the carry of this loop has ano...").matches
    assert (match.entry.id, match.by, match.weight) == ("b", "cut", len("the carry of this loop has ano"))
    assert index(one, long).answer("ValueError: the carry of this loop has").matches == ()  # a sentence of its own
    twin = ("c", "ValueError", "the carry of this loop has another shape {x}")
    assert index(one, long, twin).answer("ValueError: the carry of this loop has ano").matches == ()
    assert index(one, long).answer("ValueError: the carry of").matches == ()


def test_a_class_of_jax_alone_leads_on_where_one_runbook_has_it() -> None:
    own = ("a", "jax.errors.SizeError", "got a shape of rank {x}")
    (match,) = index(own).answer("we see a SizeError since the upgrade").matches
    assert (match.entry.id, match.by, match.weight) == ("a", "class", 0)
    assert ids(index(own).answer("jax.errors.SizeError").matches) == ["a"]
    assert ids(index(own).answer("SizeError\nin line 61").matches) == ["a"]
    assert index(own).answer("SizeError: something else").matches == ()  # a message that is there speaks against it
    assert index(own).answer("torch.SizeError").matches == ()
    assert index(own, ("b", "jax.errors.SizeError", "another shape {x}")).answer("SizeError").matches == ()
    assert index(("a", "ValueError", "got a shape of rank {x}")).answer("ValueError").matches == ()
    assert index(("a", "jax.errors.JaxRuntimeError", "a shape {x}")).answer("XlaRuntimeError").matches == ()
    assert index(own).answer(OwnError()).matches == ()
