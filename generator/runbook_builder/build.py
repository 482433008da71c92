"""The line from records to a published site, one short step after another. Anything wrong stops it before the next."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jax_runbooks.index import Index
from runbook_builder import api, catalogue, checks, ledger, page, record
from runbook_builder.doctests import extract
from runbook_builder.environment import Environment, probe
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import Project, write
from runbook_builder.proof import Claim
from runbook_builder.record import Role
from runbook_builder.verify import Cache, Seen, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from runbook_builder.checks import Authored
    from runbook_builder.page import Row
    from runbook_builder.verdict import Verdict


@dataclass(frozen=True, kw_only=True)
class Line:
    """A checkout whose records are loaded and checked."""

    project: Project
    environment: Environment
    """The primary environment: the interpreter that this runs in."""
    site: page.Site
    authored: tuple[Authored, ...]
    known: Index

    @property
    def published(self) -> tuple[Authored, ...]:
        """The records that have a page."""
        return tuple(one for one in self.authored if one.record.status != "draft")

    def select(self, names: Sequence[str]) -> tuple[Authored, ...]:
        """Return the records named by slug, ID or unique ID prefix; all of them when none is named."""
        if not names:
            return self.authored
        found: list[Authored] = []
        for name in names:
            fitting = [
                one for one in self.authored if name == one.slug or (len(name) >= 4 and one.record.id.startswith(name))
            ]
            if len(fitting) != 1:
                what = "fits several records; write more of it" if fitting else "is no record's slug or ID"
                raise ProblemsError(Problem(path="records", line=0, message=f"'{name}' {what}"))
            found += fitting
        return tuple({one.slug: one for one in found}.values())


def open_line(project: Project) -> Line:
    """Load and check all records. Raises ``ProblemsError`` with all problems."""
    environment = probe()
    if environment.jax != project.primary:
        message = (
            f"this environment holds JAX {environment.jax}, the project's primary is {project.primary}; "
            f"install requirements/jax-{project.primary}.txt"
        )
        raise ProblemsError(Problem(path="pyproject.toml", line=0, message=message))
    authored = checks.load(project)
    if problems := checks.check(authored, environment.package, project.primary):
        raise ProblemsError(*problems)
    package = environment.package
    site = page.Site(project=project, package=package, commit=catalogue.commit(package), authored=authored)
    return Line(
        project=project,
        environment=environment,
        site=site,
        authored=authored,
        known=Index.load(api.packed(authored)),
    )


def render(line: Line) -> dict[Path, str]:
    """Return every generated file with its text. Same records and ledger, same bytes."""
    docs, files = line.project.docs, {}
    analyzed_at = _commit_date(line.project.root)
    for one in line.published:
        rows = _rows(line, one)
        identity = one.record.id
        files[line.project.pages / f"{one.slug}.md"] = page.render(one, line.site, rows)
        files[docs / "api" / "errors" / f"{identity}.json"] = api.runbook(one, line.site, rows, analyzed_at)
        files[docs / "e" / identity / "index.html"] = api.redirect(one.slug)
    files[line.project.pages / "index.md"] = page.overview(line.published)
    files[line.project.index] = api.packed(line.published)
    return files


def store(line: Line, files: dict[Path, str]) -> tuple[Path, ...]:
    """Write generated files and remove those that nothing makes any more; return what changed."""
    changed = [path for path, text in files.items() if write(path, text)]
    for folder in (line.project.pages, line.project.docs / "api", line.project.docs / "e"):
        for path in folder.rglob("*"):
            if path.is_file() and path not in files:
                path.unlink()
                changed.append(path)
    return tuple(sorted(changed))


def claims_of(line: Line, one: Authored) -> tuple[Claim, ...]:
    """Return the claims of one record, read back from its page. Raises ``ProblemsError`` when a block is not there."""
    name = line.project.relative(line.project.pages / f"{one.slug}.md")
    found = extract(page.render(one, line.site, ()), name)
    if sorted(each.id for each in found) != sorted(block.id for block in one.blocks):
        message = "the page does not hold exactly the blocks of its record; mend the template"
        raise ProblemsError(Problem(path=name, line=0, message=message))
    by_id = {each.id: each for each in found}
    return tuple(Claim(doctest=each, reproducer=by_id.get(each.of or ""), record=one.record) for each in found)


def guides(line: Line) -> tuple[Claim, ...]:
    """Return the claims of the hand-written pages. Raises ``ProblemsError``."""
    claims: list[Claim] = []
    problems: list[Problem] = []
    for path in sorted(line.project.docs.rglob("*.md")):
        if path.is_relative_to(line.project.pages):
            continue
        name = line.project.relative(path)
        try:
            found = extract(path.read_text(encoding="utf-8"), name)
        except ProblemsError as error:
            problems += error.problems
            continue
        for each in found:
            if each.role is not Role.EXAMPLE:
                message = f"role '{each.role}' belongs to records; use data-role=\"example\""
                problems.append(Problem(path=name, line=each.line, message=message))
            claims.append(Claim(doctest=each, reproducer=None, record=None))
    if problems:
        raise ProblemsError(*problems)
    return tuple(claims)


def prove(
    line: Line, chosen: Sequence[Authored], environment: Environment, *, cached: bool, workers: int | None = None
) -> Seen:
    """Run the blocks of the chosen records (and of the guides, when all are chosen) and write the ledger."""
    by_record = {one.slug: claims_of(line, one) for one in chosen}
    extra = guides(line) if len(chosen) == len(line.authored) else ()
    cache = Cache.open(line.project.cache, environment, api.packed(line.authored)) if cached else None
    claims = [claim for claims in by_record.values() for claim in claims] + list(extra)
    seen = verify(claims, environment, line.known, cache=cache, workers=workers)
    verdicts = {verdict.doctest: verdict for verdict in seen.verdicts}
    for slug, own in by_record.items():
        if own:
            ledger.record(line.project, slug, environment, [verdicts[claim.doctest.id] for claim in own])
    return seen


def failures(line: Line, verdicts: Iterable[Verdict]) -> tuple[Problem, ...]:
    """Return a problem for every verdict that is no pass, at the place of its block."""
    places = {block.id: one.source.problem(block.place, "") for one in line.authored for block in one.blocks}
    return tuple(
        Problem(
            path=places[one.doctest].path if one.doctest in places else "docs",
            line=places[one.doctest].line if one.doctest in places else 0,
            message=f"{one.doctest}: {one.outcome}: {one.detail}",
        )
        for one in verdicts
        if not one.passed and one.outcome != "not run here"
    )


def gate(line: Line, seen: Seen) -> None:
    """Refuse to publish unless every block of every page, as it now stands, passed in the primary environment."""
    verdicts = {verdict.doctest: verdict for verdict in seen.verdicts}
    problems = list(failures(line, seen.verdicts))
    for one in line.published:
        if one.record.status != "published":
            continue
        for claim in claims_of(line, one):
            verdict = verdicts.get(claim.doctest.id)
            if verdict is None or verdict.digest != claim.digest:
                message = f"{claim.doctest.id}: changed since it ran; run again"
                problems.append(Problem(path=one.source.path, line=0, message=message))
            elif not verdict.passed and claim.obstacle(line.environment) is None:
                problems.append(Problem(path=one.source.path, line=0, message=f"{claim.doctest.id}: {verdict.outcome}"))
        for number, _ in enumerate(one.record.causes):
            if not any(
                verdicts[block.id].passed
                for block in one.blocks
                if block.role is Role.FIX and block.place[:2] == ("causes", number)
            ):
                message = (
                    f"no fix of this cause was verified on JAX {line.project.primary}; add one, or keep it a draft"
                )
                problems.append(one.source.problem(("causes", number), message))
    if problems:
        raise ProblemsError(*problems)


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
            raise ProblemsError(
                Problem(path="mkdocs.yml", line=0, message="mkdocs refused the pages; see its lines above")
            )
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


def _rows(line: Line, one: Authored) -> tuple[Row, ...]:
    digests = {claim.doctest.id: claim.digest for claim in claims_of(line, one)}
    seen = [each for each in ledger.read(line.project, one.slug) if each.jax in line.project.releases]
    return page.rows(seen, digests)


def _commit_date(root: Path) -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-C", str(root), "log", "-1", "--format=%cI"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None
