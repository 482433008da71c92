"""The steps from records to a published site. Anything wrong stops one before the next."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from runbook_builder import api, index, ledger, offline, page, record
from runbook_builder.damage import BEFORE, damages
from runbook_builder.line import claims_of, guides, rows
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import Project, write
from runbook_builder.verify import Cache, Seen, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runbook_builder.claim import Claim
    from runbook_builder.environment import Environment
    from runbook_builder.line import Line


def render(line: Line) -> dict[Path, str]:
    """Return every generated file with its text. Same records and ledger, same bytes."""
    docs, files, packed = line.project.docs, {}, []
    dates = _commit_dates(line.project.root)
    for one in line.published:
        seen = rows(line, one)
        packed.append(index.of_record(one, seen))
        text = page.render(one, line.site, seen)
        files[line.project.pages / f"{one.slug}.md"] = text
        files[line.project.packed / "runbooks" / f"{one.record.id}.md"] = offline.plain(text)
        text = api.runbook(one, line.site, seen, dates.get(one.source.path))
        files[docs / "api" / "errors" / f"{one.record.id}.json"] = text
        for identity in (one.record.id, *one.record.aliases):
            files[docs / "e" / identity / "index.html"] = api.redirect(one.slug)
    files[line.project.pages / "index.md"] = page.overview(line.published)
    known = index.pack(packed, primary=line.project.primary, site=line.project.site_url)
    files[line.project.packed / "index.json"] = known
    files[docs / "assets" / "index.js"] = f"globalThis.jaxRunbooksIndex = {known.rstrip()};\n"
    return files


def store(line: Line, files: dict[Path, str]) -> tuple[Path, ...]:
    """Write generated files and remove those that nothing makes any more; return what changed."""
    changed = [path for path, text in files.items() if write(path, text)]

    project = line.project
    for folder in (project.pages, project.docs / "api", project.docs / "e", project.packed / "runbooks"):
        for path in folder.rglob("*"):
            if path.is_file() and path not in files:
                path.unlink()
                changed.append(path)
    return tuple(sorted(changed))


def all_claims(line: Line) -> tuple[Claim, ...]:
    """Return the claims of the records that the command works on, and of the guides when it works on all."""
    claims = [claim for one in line.named for claim in claims_of(line, one)]
    return (*claims, *(guides(line.project) if line.named == line.authored else ()))


def prove(
    line: Line, claims: Sequence[Claim], environment: Environment, *, cached: bool, workers: int | None = None
) -> Seen:
    """Run claims and write the ledger."""
    known = index.pack(map(index.of_record, line.authored))
    others = environment.jax != line.project.primary
    cache = Cache.open(line.project.cache, environment, known, failures=others) if cached else None
    built = line.project.cache / "environments"
    if not all(claim.record for claim in claims):
        _pack(line)
    seen = verify(claims, environment, line.known, cache=cache, workers=workers, built=built)
    by_page: dict[str, list[int]] = {}
    for number, claim in enumerate(claims):
        if claim.record:
            by_page.setdefault(Path(claim.doctest.page).stem, []).append(number)
    for slug, numbers in by_page.items():
        ledger.record(line.project, slug, environment, [seen.verdicts[number] for number in numbers])
    return seen


def _pack(line: Line) -> None:
    """Write what the runtime carries: guides show the runtime, and a clean clone does not have it yet."""
    for path, text in render(line).items():
        if line.project.packed in path.parents:
            write(path, text)


def repeat(
    line: Line, claims: Sequence[Claim], times: int, shuffle: int | None, *, workers: int | None = None
) -> tuple[Problem, ...]:
    """Run claims several times, each in a new parent with another hash seed; return those whose verdict changed."""
    seen: dict[int, list[str]] = {}
    built = line.project.cache / "environments"
    for turn in range(times):
        order = list(range(len(claims)))
        if shuffle is not None:
            random.Random(shuffle + turn).shuffle(order)  # noqa: S311  (an order, no secret)
        picked = [claims[number] for number in order]
        verdicts = verify(picked, line.environment, line.known, workers=workers, seed=turn + 1, built=built).verdicts
        for number, verdict in zip(order, verdicts, strict=True):
            seen.setdefault(number, []).append(f"{verdict.outcome} {verdict.detail}".strip())
    return tuple(
        Problem(
            path=claims[number].doctest.page,
            line=claims[number].doctest.line,
            message=f"{claims[number].doctest.id} is not the same each time: {'; '.join(sorted(set(outcomes)))}",
        )
        for number, outcomes in sorted(seen.items())
        if len(set(outcomes)) > 1
    )


def damage(
    line: Line, claims: Sequence[Claim], *, workers: int | None = None
) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Damage claims in every way; return (damage, reason) counts, and what was not refused for the right reason."""
    copies = [copy for claim in claims if not claim.obstacle(line.environment) for copy in damages(claim)]
    before = [copy for copy in copies if copy.refused_before]
    run = [copy for copy in copies if not copy.refused_before]
    built = line.project.cache / "environments"
    seen = verify([copy.claim for copy in run], line.environment, line.known, workers=workers, built=built)
    reasons = [(copy, BEFORE, "") for copy in before]
    reasons += [(copy, str(one.outcome), one.detail) for copy, one in zip(run, seen.verdicts, strict=True)]
    table = Counter((copy.name, reason) for copy, reason, _ in reasons)
    wrong = [
        f"{copy.claim.doctest.id}: {copy.name}: {reason}: {detail}"
        for copy, reason, detail in reasons
        if reason not in copy.reasons
    ]
    return table, wrong


def publish(line: Line) -> tuple[str, ...]:
    """Build the site beside the old one and put it in its place; return what had to be left out."""
    project, left_out = line.project, []
    if not project.site_url:
        left_out.append("canonical addresses and sitemap (site-url in pyproject.toml is empty)")
    if not project.repo_url:
        left_out.append("edit links (repo-url in pyproject.toml is empty)")
    project.cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=project.cache, prefix="site-") as folder:
        new = Path(folder) / "new"
        variables = os.environ | {"SITE_URL": project.site_url, "NO_MKDOCS_2_WARNING": "1"}
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(new)]
        if subprocess.run(command, cwd=project.root, env=variables, check=False).returncode:
            message = "mkdocs refused the pages; see its lines above"
            raise ProblemsError(Problem(path="mkdocs.yml", line=0, message=message))
        if not project.site_url:  # without an address it would list relative ones, which no crawler reads
            for name in ("sitemap.xml", "sitemap.xml.gz"):
                (new / name).unlink(missing_ok=True)
        site = project.root / "site"
        if site.exists():
            site.rename(Path(folder) / "old")
        new.rename(site)
    return tuple(left_out)


def schema_file(project: Project) -> tuple[Path, str]:
    """Return the JSON Schema of records, for editors, with its place."""
    return project.records / "record.schema.json", json.dumps(record.schema(), indent=1, ensure_ascii=False) + "\n"


def _commit_dates(root: Path) -> dict[str, str]:
    """Return when each record was last committed, by its path, as far as this clone's history tells."""
    git = shutil.which("git")
    if git is None:
        return {}
    command = [git, "-C", str(root), "log", "--format=@%cI", "--name-only", "--", "records"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    dates: dict[str, str] = {}
    date = ""
    for line in done.stdout.splitlines():
        if line.startswith("@"):
            date = line[1:]
        elif line:
            dates.setdefault(line, date)
    return dates
