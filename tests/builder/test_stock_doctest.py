"""Python's own doctest, in a fresh interpreter, with the line that the page prints: it must accept every block."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runbook_builder import page
from runbook_builder.line import claims_of, guides, open_line
from runbook_builder.project import open_project

if TYPE_CHECKING:
    from runbook_builder.doctests import Doctest

pytestmark = pytest.mark.slow
LINE = open_line(open_project(Path(__file__).parent))
DOCTESTS = [claim.doctest for one in LINE.published for claim in claims_of(LINE, one)]
DOCTESTS += [claim.doctest for claim in guides(LINE.project)]


def printed_line(slug: str) -> str:
    """Return the command that a page prints for checking one of its blocks."""
    one = next(one for one in LINE.published if one.slug == slug)
    found = re.search(r"```console\n(.*)\n```", page.render(one, LINE.site, ()))
    assert found is not None
    return found[1]


@pytest.mark.parametrize("doctest", DOCTESTS, ids=lambda doctest: doctest.id)
def test_stock_doctest_accepts_each_block(doctest: Doctest, tmp_path: Path) -> None:
    words = shlex.split(printed_line(LINE.published[0].slug))
    variables = dict(word.split("=", 1) for word in words if "=" in word)
    command = [word for word in words if "=" not in word]
    assert command[0] == "python"
    Path(tmp_path, command[-1]).write_text(doctest.code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, *command[1:]],
        cwd=tmp_path,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_every_page_prints_the_same_line() -> None:
    assert {printed_line(one.slug) for one in LINE.published} == {page.CHECK_LINE}
