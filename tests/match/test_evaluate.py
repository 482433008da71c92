"""The bounds that `nox -s match_eval` holds, on what is tracked here: printed errors of real JAX, and errors of others."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.match import corpus, evaluate

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def known() -> corpus.Known:
    return corpus.known()


def test_what_real_jax_printed_leads_to_its_label(known: corpus.Known) -> None:
    texts = [(one.name, release, text) for one in corpus.labels() for release, text in one.printed.items()]
    assert len({name for name, _, _ in texts}) >= 100
    judged = {f"{name} {release}": evaluate.judge(known, text, name) for name, release, text in texts}
    assert {place: how for place, how in judged.items() if how[0] != "right"} == {}


def test_errors_of_others_lead_nowhere(known: corpus.Known) -> None:
    texts = corpus.foreign()
    assert len(texts) >= 100
    named = {place: evaluate.judge(known, text, None) for place, text in texts.items()}
    wrong = {place: how for place, how in named.items() if how[0] != "none"}
    assert len(wrong) <= evaluate.WRONG * len(texts), wrong


def test_no_place_of_a_machine_is_kept() -> None:
    texts = [text for one in corpus.labels() for text in one.printed.values()] + list(corpus.foreign().values())
    assert not [text for text in texts if any(place in text for place in ("/tmp/", "/root/", "/home/"))]  # noqa: S108


def report(label: str, text: str, *, message: str | None = None) -> dict[str, object]:
    return {
        "id": label,
        "error": label,
        "traceback": text,
        "message": text.partition(": ")[2] if message is None else message,
        "text_complete": True,
    }


@pytest.mark.parametrize(
    ("reports", "missed"),
    [
        (
            [
                report(
                    "setitem-immutable",
                    "TypeError: JAX arrays are immutable and do not support in-place item assignment.",
                )
            ],
            0,
        ),
        ([report("setitem-immutable", "TypeError: something else")], 1),
        (
            [
                report(
                    "unknown-label", "TypeError: JAX arrays are immutable and do not support in-place item assignment."
                )
            ],
            1,
        ),
        ([report("unknown-label", "TypeError: something else")], 0),
        ([report("setitem-immutable", "TypeError: JAX", message="a message that the paste does not hold")], 0),
    ],
)
def test_score_says_which_bounds_are_missed(
    known: corpus.Known, tmp_path: Path, reports: list[dict[str, object]], missed: int
) -> None:
    path = tmp_path / "reports.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in reports), encoding="utf-8")
    assert evaluate.score(known, path) == missed


def test_answer_rate_of_a_ranking(known: corpus.Known, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report counts when its own runbook comes first; one without a runbook, or of another ranking, does not."""
    text = "TypeError: JAX arrays are immutable and do not support in-place item assignment."
    found = [report("setitem-immutable", text), report("of-no-record", text), report("of-another-ranking", text)]
    path = tmp_path / "reports.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in found), encoding="utf-8")
    ranking = tmp_path / "ranking.md"
    ranking.write_text("keys: `setitem-immutable`, `of-no-record`\n\nkeys: `never-reported`\n", encoding="utf-8")
    evaluate.rate(known, ranking, list(corpus.reports(path)))
    assert capsys.readouterr().out.splitlines() == [
        "  of-no-record: 0 of 1 (no runbook)",
        "ranking.md: 3 labels, 2 with reports",
        "  reports marked complete that lead to their runbook: 1 of 2 (50.0 %)",
        "  all reports that lead to their runbook: 1 of 2 (50.0 %)",
    ]
