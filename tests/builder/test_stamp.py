"""The stamp spares a run only while nothing that a verdict hangs on has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder import stamp

if TYPE_CHECKING:
    from pathlib import Path

FILES = ("pyproject.toml", "records/a/x.yaml", "docs/guide.md", "docs/ledger/x/jax.json", "docs/errors/x.md")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name, encoding="utf-8")
    return tmp_path


def test_nothing_is_kept_at_first(root: Path) -> None:
    assert stamp.at_rest(root) is None


def test_kept_words_come_back(root: Path) -> None:
    stamp.keep(root, stamp.inputs(root), "all is well")
    assert stamp.at_rest(root) == "all is well"
    assert stamp.at_rest(root / "docs") == "all is well"


@pytest.mark.parametrize("name", FILES[:4])
def test_any_change_means_a_run(root: Path, name: str) -> None:
    stamp.keep(root, stamp.inputs(root), "all is well")
    (root / name).write_text("changed", encoding="utf-8")
    assert stamp.at_rest(root) is None


def test_a_new_record_means_a_run(root: Path) -> None:
    stamp.keep(root, stamp.inputs(root), "all is well")
    (root / "records" / "a" / "y.yaml").touch()
    assert stamp.at_rest(root) is None


def test_generated_pages_do_not_count(root: Path) -> None:
    stamp.keep(root, stamp.inputs(root), "all is well")
    (root / "docs" / "errors" / "x.md").write_text("made anew", encoding="utf-8")
    assert stamp.at_rest(root) == "all is well"


def test_a_change_during_the_run_is_not_taken_for_what_ran(root: Path) -> None:
    before = stamp.inputs(root)
    (root / "records" / "a" / "x.yaml").write_text("edited meanwhile", encoding="utf-8")
    stamp.keep(root, before, "all is well")
    assert stamp.at_rest(root) is None


def test_a_ledger_written_by_the_run_is_no_change(root: Path) -> None:
    before = stamp.inputs(root)
    (root / "docs" / "ledger" / "x" / "jax.json").write_text("seen", encoding="utf-8")
    stamp.keep(root, before, "all is well")
    assert stamp.at_rest(root) == "all is well"
