"""The line: a checkout whose records are loaded and checked, and the claims read back from its pages."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from jax_runbooks.index import Index
from runbook_builder import catalogue, checks, index, ledger, page, prose
from runbook_builder.claim import Claim
from runbook_builder.doctests import extract
from runbook_builder.environment import Environment, probe
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.record import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runbook_builder.checks import Authored
    from runbook_builder.page import Row
    from runbook_builder.project import Project


@dataclass(frozen=True, kw_only=True)
class Line:
    """The records of a checkout that one command works on: all but the drafts, and the drafts it names."""

    project: Project
    environment: Environment
    """The primary environment: the interpreter that this runs in."""
    site: page.Site
    authored: tuple[Authored, ...]
    named: tuple[Authored, ...]
    """The records that the command named; all of ``authored`` when it named none."""
    known: Index
    _claims: dict[str, tuple[Claim, ...]] = field(default_factory=dict)

    @property
    def published(self) -> tuple[Authored, ...]:
        """The records that have a page."""
        return tuple(one for one in self.authored if one.record.status != "draft")


def open_line(project: Project, names: Sequence[str] = (), *, drafts: bool = False) -> Line:
    """Load all records and check those that are no drafts, those named, and with ``drafts`` every one.

    A draft that is not finished stops nobody. Raises ``ProblemsError`` with all problems.
    """
    environment = probe()
    if environment.jax != project.primary:
        held = f"this environment holds JAX {environment.jax}, the project's primary is {project.primary}"
        message = f"{held}; install requirements/jax-{project.primary}.txt"
        raise ProblemsError(Problem(path="pyproject.toml", line=0, message=message))
    loaded, problems = checks.read(project)
    if problems:  # what can be judged without the unreadable ones is shown in the same run
        finished = [one for one in loaded if one.record.status != "draft"]
        others = [*checks.check(finished, environment.package, project.primary), *checks.doubles(loaded)]
        raise ProblemsError(*{*problems, *others, *_guide_problems(project)})
    named = select(loaded, names)
    slugs = {one.slug for one in named}
    authored = tuple(one for one in loaded if drafts or one.record.status != "draft" or one.slug in slugs)
    contents = checks.check(authored, environment.package, project.primary)
    if found := {*checks.together(loaded), *contents, *_guide_problems(project)}:
        raise ProblemsError(*found)
    package = environment.package
    return Line(
        project=project,
        environment=environment,
        site=page.Site(project=project, package=package, commit=catalogue.commit(package), authored=authored),
        authored=authored,
        named=named or authored,
        known=Index.load(index.pack(map(index.of_record, authored))),
    )


def select(loaded: Sequence[Authored], names: Sequence[str]) -> tuple[Authored, ...]:
    """Return the records named by slug, ID, alias or a unique prefix of 4 digits or more. Raises ``ProblemsError``."""
    found: dict[str, Authored] = {}
    problems: list[Problem] = []
    for name in names:
        fitting = [one for one in loaded if name == one.slug or (len(name) >= 4 and _has_id(one, name))]
        if len(fitting) == 1:
            found[fitting[0].slug] = fitting[0]
        else:
            what = "fits several records; write more of it" if fitting else "is no record's slug or ID"
            problems.append(Problem(path="records", line=0, message=f"'{name}' {what}"))
    if problems:
        raise ProblemsError(*problems)
    return tuple(found.values())


def _has_id(one: Authored, prefix: str) -> bool:
    return any(identity.startswith(prefix) for identity in (one.record.id, *one.record.aliases))


def claims_of(line: Line, one: Authored) -> tuple[Claim, ...]:
    """Return the claims of one record, read back from its page. Raises ``ProblemsError`` when a block is not there."""
    if one.slug not in line._claims:  # noqa: SLF001  (rendering a page takes time, and nothing of it changes)
        line._claims[one.slug] = _read_back(line, one)  # noqa: SLF001
    return line._claims[one.slug]  # noqa: SLF001


def _read_back(line: Line, one: Authored) -> tuple[Claim, ...]:
    name = line.project.relative(line.project.pages / f"{one.slug}.md")
    found = extract(page.render(one, line.site, ()), name)
    if sorted(each.id for each in found) != sorted(block.id for block in one.blocks):
        message = "the page does not hold exactly the blocks of its record; mend the template"
        raise ProblemsError(Problem(path=name, line=0, message=message))
    by_id = {each.id: each for each in found}
    return tuple(Claim(doctest=each, reproducer=by_id.get(each.of or ""), record=one.record) for each in found)


def _guide_problems(project: Project) -> tuple[Problem, ...]:
    try:
        guides(project)
    except ProblemsError as error:
        return error.problems
    return ()


def guides(project: Project) -> tuple[Claim, ...]:
    """Return the claims of the hand-written pages. Raises ``ProblemsError``."""
    claims: list[Claim] = []
    problems: list[Problem] = []
    for path in sorted(project.docs.rglob("*.md")):
        if path.is_relative_to(project.pages):
            continue
        name = project.relative(path)
        text = path.read_text(encoding="utf-8")
        problems += [Problem(path=name, line=at, message=what) for at, what in prose.unrun(text)]
        try:
            found = extract(text, name)
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


def rows(line: Line, one: Authored) -> tuple[Row, ...]:
    """Return what was seen of a record's blocks, as they now stand, in each environment of the ledger."""
    digests = {claim.doctest.id: claim.digest for claim in claims_of(line, one)}
    seen = [each for each in ledger.read(line.project, one.slug) if each.jax in line.project.releases]
    return page.rows(seen, digests)
