"""Python's own doctest, in a fresh interpreter, with the line that the page prints: it must accept our blocks.

One block of each page; `nox -s crosscheck` runs every block with another tool.
"""

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
MEANT = [[claim for claim in claims_of(LINE, one) if not claim.obstacle(LINE.environment)] for one in LINE.published]
DOCTESTS = [claims[number % len(claims)].doctest for number, claims in enumerate(MEANT) if not claims[0].doctest.pins]
DOCTESTS += [claim.doctest for claim in guides(LINE.project)]


def printed_line(slug: str) -> str:
    """Return the command that a page prints for checking one of its blocks."""
    one = next(one for one in LINE.published if one.slug == slug)
    found = re.findall(r"```console\n(JAX_PLATFORMS.*|XLA_FLAGS.*)\n```", page.render(one, LINE.site, ()))
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize("doctest", DOCTESTS, ids=lambda doctest: doctest.id)
def test_stock_doctest_accepts_each_block(doctest: Doctest, tmp_path: Path) -> None:
    slug = Path(doctest.page).stem
    words = shlex.split(printed_line(slug) if doctest.page.startswith("docs/errors/") else page.CHECK_LINE)
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
    """But for the number of devices that some need."""
    lines = {printed_line(one.slug) for one in LINE.published}
    assert {line for line in lines if not line.startswith("XLA_FLAGS=--xla_force_host_platform_device_count=")} == {
        page.CHECK_LINE
    }
