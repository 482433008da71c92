"""No text costs more than its size, and none is too odd."""

from __future__ import annotations

import time

import pytest

from jax_runbooks.index import Index
from runbook_builder import index
from tests.match import corpus, hostile


@pytest.fixture(scope="module")
def known() -> Index:
    entries = [
        index.Packed(id=one.name, slug=one.name, title=one.title, signatures=one.signatures) for one in corpus.labels()
    ]
    return Index.load(index.pack(entries))


def seconds(known: Index, text: str) -> float:
    start = time.process_time()
    known.answer(text)
    return time.process_time() - start


@pytest.mark.parametrize("piece", hostile.PIECES)
def test_time_grows_no_faster_than_the_text(known: Index, piece: str) -> None:
    """Eight times the text takes about eight times the time; a square law would take sixty-four."""
    small, large = 1 << 16, 1 << 19
    least = min(seconds(known, hostile.made(piece, small)) for _ in range(3))
    assert seconds(known, hostile.made(piece, large)) < 24 * max(least, 0.002)


@pytest.mark.slow
@pytest.mark.parametrize("piece", hostile.PIECES)
def test_ten_megabytes(known: Index, piece: str) -> None:
    assert seconds(known, hostile.made(piece, 10_000_000)) < 60
