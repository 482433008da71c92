"""A small index in place of the packed one, and no settings of the machine that runs the tests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from jax_runbooks import hooks, index, runbook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jax_runbooks.index import Entry

RANK, SIZE, OLD, HARD = "aaaa000000000001", "aaaa000000000002", "bbbb000000000003", "cccc000000000004"
ALIAS = "dddd000000000005"


def _entry(name: str, slug: str, exception: str, message: str, word: str, **fields: object) -> dict[str, object]:
    signature = {"word": word, "exception": exception, "message": message}
    return {"id": name, "slug": slug, "title": f"Title of {slug}", "signatures": [signature], **fields}


DATA = {
    "format": index.FORMAT,
    "primary": "0.10.2",
    "site": "",
    "entries": [
        _entry(
            RANK,
            "wrong-rank",
            "ValueError",
            "got a shape of rank {rank} here",
            "rank",
            summary="A shape had the wrong rank.",
            aliases=[ALIAS],
            sites=[["jax._src.core", "check"]],
            releases={"0.9.2": [1, 1, 1, 2], "0.10.2": [1, 1, 2, 2]},
        ),
        _entry(SIZE, "wrong-size", "jax.errors.SizeError", "got an array of size {size}", "size"),
        _entry(OLD, "old-way", "TypeError", "this is the old way to do it", "old", status="retired"),
        _entry(HARD, "hard-way", "RuntimeError", "needs special hardware to fail", "hardware", status="known"),
    ],
}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[index.Index]:
    """Pack four entries: two published, one retired, one known."""
    made = index.Index.load(json.dumps(DATA))

    def text(entry: Entry) -> str:
        return f"# {entry.title}\n\nIt says `{entry.slug}`.\n\n```pycon\n>>> 1 + 1\n2\n```\n"

    monkeypatch.setattr(index, "packed", lambda: made)
    monkeypatch.setattr(runbook, "text", text)
    monkeypatch.delenv("JAX_RUNBOOKS", raising=False)
    monkeypatch.delenv("JAX_RUNBOOKS_URL", raising=False)
    monkeypatch.setattr(hooks, "_noted", set())
    yield made
    hooks.uninstall()
