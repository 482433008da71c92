from __future__ import annotations

import json
from typing import Any

import pytest

from jax_runbooks.index import Index
from runbook_builder.index import Packed, pack


def packed(*messages: str) -> list[Any]:
    entries = [
        Packed(id=f"{number:016}", slug=f"s{number}", title="t", signatures=(("ValueError", message),))
        for number, message in enumerate(messages)
    ]
    return [entry["signatures"][0] for entry in json.loads(pack(entries))["entries"]]


def test_the_rarest_word_finds_a_signature() -> None:
    found = packed("got a shape", "got a rank", "got a shape of rank {x}")
    assert [one["word"] for one in found] == ["shape", "rank", "of"]


@pytest.mark.parametrize(
    ("message", "word"),
    [
        ("{x}th shape", "shape"),  # "4th": the hole lengthens the word
        ("shape{x} is", "is"),
        ("a{x}b", ""),
        ("the {x}", "the"),
        ("only", "only"),
    ],
)
def test_a_word_that_a_hole_lengthens_finds_nothing(message: str, word: str) -> None:
    assert packed(message)[0]["word"] == word


def test_blanks_are_single_and_braces_stay_doubled() -> None:
    (one,) = packed("  got\n  {{a}}: {x}\n\n  and {y}  ")
    assert one["message"] == "got {{a}}: {x} and {y}"


def test_same_bytes_for_any_order() -> None:
    entries = [
        Packed(id=name, slug=name, title=name, signatures=(("ValueError", f"got a shape of {name}"),))
        for name in ("a", "b", "c")
    ]
    assert pack(entries) == pack(reversed(entries))


def test_the_runtime_reads_it() -> None:
    entry = Packed(
        id="a",
        slug="b",
        title="c",
        signatures=(("ValueError", "got a shape {x}"),),
        summary="d",
        status="known",
        aliases=("e",),
        sites=(("jax._src.core", "f"),),
        releases={"0.9.2": (1, 2, 3, 4)},
    )
    known = Index.load(pack([entry], primary="0.9.2", site="https://example.org/"))
    (read,) = known.entries
    assert (read.id, read.slug, read.title, read.summary, read.status) == ("a", "b", "c", "d", "known")
    assert (read.aliases, read.sites, read.releases) == (("e",), (("jax._src.core", "f"),), {"0.9.2": (1, 2, 3, 4)})
    assert (known.primary, known.site) == ("0.9.2", "https://example.org/")
