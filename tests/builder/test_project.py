from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder.problem import Problem, ProblemsError, quoted
from runbook_builder.project import open_project, write

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = '[tool.runbooks]\nprimary = "0.12"\nreleases = ["0.10", "0.12"]\nsite-url = ""\nrepo-url = "https://x.y/"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "records").mkdir()
    (tmp_path / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    return tmp_path


def test_found_from_a_folder_inside(root: Path) -> None:
    project = open_project(root / "records")
    assert project.root == root
    assert (project.primary, project.releases) == ("0.12", ("0.10", "0.12"))
    assert project.repo_url == "https://x.y"
    assert project.relative(project.pages / "a.md") == "docs/errors/a.md"
    assert project.relative(root.parent / "b.md") == "b.md"


def test_no_project_here(tmp_path: Path) -> None:
    with pytest.raises(
        ProblemsError, match=r"^\w+: no pyproject\.toml beside a records/ folder here or above; run this inside"
    ):
        open_project(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "[tool]\nrunbooks = 1\n",
        SETTINGS.replace('primary = "0.12"\n', ""),
        SETTINGS.replace('["0.10", "0.12"]', "1"),
    ],
)
def test_settings_that_cannot_be_read(root: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(text, encoding="utf-8")
    with pytest.raises(
        ProblemsError, match=r"^pyproject\.toml: \[tool\.runbooks\] cannot be read: .*; it needs primary"
    ):
        open_project(root)


def test_write_tells_whether_the_file_changed(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    assert write(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    assert not write(path, "é\n")
    assert [one.name for one in path.parent.iterdir()] == ["file.txt"]


def test_write_leaves_the_old_file_when_it_cannot_finish(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    write(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write(path, "new \ud800")
    assert path.read_text(encoding="utf-8") == "old"


def test_problems_are_sorted_lines() -> None:
    problems = [
        Problem(path="b", line=2, message="y"),
        Problem(path="b", line=1, message="x"),
        Problem(path="a", line=0, message="z"),
    ]
    assert str(ProblemsError(*problems)) == "a: z\nb:1: x\nb:2: y"


def test_quoted_is_short_and_on_one_line() -> None:
    assert quoted("a\n  b") == "'a b'"
    assert quoted("x" * 100) == f"'{'x' * 77}…'"
    assert quoted(None) == "'None'"
