"""pytest's own doctest support, one interpreter for each block: it must agree with us on every block it can judge.

A slow session of its own: ``nox -s crosscheck``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runbook_builder import ledger
from runbook_builder.line import claims_of, guides, open_line
from runbook_builder.project import open_project

if TYPE_CHECKING:
    from runbook_builder.claim import Claim

pytestmark = pytest.mark.crosscheck
LINE = open_line(open_project(Path(__file__).parent))
CLAIMS = [claim for one in LINE.published for claim in claims_of(LINE, one)] + list(guides(LINE.project))
SEEN = {
    verdict.doctest: verdict
    for one in LINE.published
    for page in ledger.read(LINE.project, one.slug)
    if (page.jax, page.platform) == (LINE.project.primary, "cpu")
    for verdict in page.verdicts
}


def beyond_stock_doctest(claim: Claim) -> str | None:
    """Return what keeps stock doctest from judging a block, or ``None``."""
    needs = claim.record.requires if claim.record else None
    if needs and needs.pins:
        return "an environment built for it"
    return "a GPU or TPU" if needs and needs.platform in ("gpu", "tpu") else None


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.doctest.id)
def test_pytest_agrees(claim: Claim, tmp_path: Path) -> None:
    (tmp_path / "block.txt").write_text(claim.doctest.code, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--rootdir=.",
        "--doctest-glob=block.txt",
    ]
    variables = {"JAX_PLATFORMS": "cpu", "JAX_TRACEBACK_FILTERING": "tracebackhide"}
    done = subprocess.run(
        [*command, "-o", "doctest_optionflags=ELLIPSIS", "block.txt"],
        cwd=tmp_path,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    passed = done.returncode == 0 and "1 passed" in done.stdout
    if reason := beyond_stock_doctest(claim):
        assert not passed, f"{claim.doctest.id} is exempt ({reason}) and needs it no longer"
        return
    ours = SEEN.get(claim.doctest.id)
    if claim.record:
        assert ours is not None
        assert ours.digest == claim.digest
    assert passed == (ours.passed if ours else True), done.stdout


def test_the_exempt_blocks_are_few(capsys: pytest.CaptureFixture[str]) -> None:
    exempt: dict[str, int] = {}
    for claim in CLAIMS:
        if reason := beyond_stock_doctest(claim):
            exempt[reason] = exempt.get(reason, 0) + 1
    with capsys.disabled():
        print(f"\n{len(CLAIMS)} blocks, beyond stock doctest: {exempt or 'none'}")
    assert sum(exempt.values()) <= len(CLAIMS) // 4
