"""The matrix: what the ledger holds of every record on every release, as a table. Runs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runbook_builder.line import rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from runbook_builder.line import Line


def table(line: Line) -> Iterator[str]:
    """Yield a Markdown table of blocks as documented, records down and releases across, and a line of totals."""
    releases = line.project.releases
    yield f"| record | {' | '.join(releases)} |"
    yield "| --- |" + " --- |" * len(releases)
    totals = dict.fromkeys(releases, (0, 0))
    for one in line.published:
        cells = dict.fromkeys(releases, "not run")
        for row in rows(line, one):
            release = row.page.jax
            cells[release] = f"{row.passed}/{row.total}"
            passed, total = totals[release]
            totals[release] = (passed + row.passed, total + row.total)
        yield f"| {one.slug} | {' | '.join(cells.values())} |"
    yield f"| all | {' | '.join(f'{passed}/{total}' for passed, total in totals.values())} |"
