from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder import source
from runbook_builder.problem import ProblemsError

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
title: "A title"
release: 0.10
tags: [a, b]
causes:
  - why: |
      First.
      Second.
    folded: >
      One
      line.
"""


def test_values_with_their_places() -> None:
    read = source.parse(TEXT, "x.yaml")
    assert read.data == {
        "title": "A title",
        "release": 0.1,
        "tags": ["a", "b"],
        "causes": [{"why": "First.\nSecond.\n", "folded": "One line.\n"}],
    }
    assert read.lines[("title",)] == 1
    assert read.lines[("tags", 1)] == 3
    assert read.lines[("causes", 0)] == 5
    assert read.lines[("causes", 0, "why")] == 6  # the first line of its text
    assert read.plain == {("release",): "0.10"}
    assert read.literal == {("causes", 0, "why")}


def test_problem_stands_at_the_value_or_the_nearest_around_it() -> None:
    read = source.parse(TEXT, "x.yaml")
    assert str(read.problem(("causes", 0, "why"), "wrong", offset=1)) == "x.yaml:7: wrong"
    assert str(read.problem(("causes", 0, "missing"), "wrong")) == "x.yaml:5: wrong"
    assert str(read.problem(("missing",), "wrong")) == "x.yaml:1: wrong"


def test_comments_stay_in_the_text(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("# why\na: 1  # one\n", encoding="utf-8")
    assert source.read(path, "x.yaml").text == "# why\na: 1  # one\n"


@pytest.mark.parametrize("content", [b"\xef\xbb\xbfa: b\n", b"a: b\r\n", b"---\na: b\n", b"a: b"])
def test_harmless_ways_to_save_a_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(content)
    assert source.read(path, "x.yaml").data == {"a": "b"}


def test_all_problems_of_form_at_once() -> None:
    with pytest.raises(ProblemsError) as error:
        source.parse("on: 1\na: 2024-13-45\nb: 1\nb: 2\n", "x.yaml")
    assert [problem.line for problem in error.value.problems] == [1, 2, 4]
