from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from runbook_builder import line, offline, page

if TYPE_CHECKING:
    from collections.abc import Callable

GOLDEN = Path(__file__).parent / "data" / "golden"


def test_small_page(golden: Callable[[Path, str], None]) -> None:
    text = (GOLDEN / "backend-already-initialized.md").read_text(encoding="utf-8")
    golden(GOLDEN / "backend-already-initialized.plain.md", offline.plain(text))


def test_every_block_stays_and_every_mark_of_the_site_goes(real: line.Line) -> None:
    for one in real.published:
        text = offline.plain(page.render(one, real.site, line.rows(real, one)))
        for claim in line.claims_of(real, one):
            assert f"```pycon\n{claim.doctest.code}" in text, claim.doctest.id
        prose = re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)
        assert not re.search(
            r"</?(?:p|div|pre|code|var)\b|\{[:#]|data-role|&nbsp;|^\?\?\?|\]\((?!https://)", prose, re.MULTILINE
        )
        assert text.startswith(f"# {one.record.title}\n")
        assert one.record.id in text.splitlines()[-1]
