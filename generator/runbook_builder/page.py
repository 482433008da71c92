"""The page: from a record to Markdown. The only module that knows Jinja; runs nothing.

Everything that comes from a record is escaped here: prose by ``prose``, the rest by the filters below.
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup, escape

from jax_runbooks.signature import Template
from runbook_builder import catalogue, pins, prose
from runbook_builder.record import Role, in_range
from runbook_builder.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runbook_builder.catalogue import Excerpt
    from runbook_builder.checks import Authored
    from runbook_builder.ledger import Page
    from runbook_builder.project import Project
    from runbook_builder.record import Record, SignatureField

CHECK_LINE = "JAX_PLATFORMS=cpu JAX_TRACEBACK_FILTERING=tracebackhide python -m doctest -o ELLIPSIS block.txt"
"""How a reader runs one block without us."""
JAX_REPOSITORY = "https://github.com/jax-ml/jax"


@dataclass(frozen=True, kw_only=True)
class Site:
    """What pages need besides their record."""

    project: Project
    package: Path
    """Folder of the primary JAX."""
    commit: str | None
    """Commit that the primary JAX was built from."""
    authored: tuple[Authored, ...]

    def excerpts(self, record: Record) -> tuple[Excerpt, ...]:
        """Return the raising lines of a record in the primary JAX, each once."""
        found: dict[tuple[str, int], Excerpt] = {}
        for site in record.raised_in:
            if site.kind == "raise" and site.module and site.function and in_range(self.project.primary, site.versions):
                for signature in record.signatures:
                    one = catalogue.excerpt(
                        self.package, site.module, site.function, signature.exception, signature.message
                    )
                    if one:
                        found.setdefault((one.file, one.first), one)
        return tuple(found.values())

    def link(self, excerpt: Excerpt) -> str | None:
        """Return the address of raising lines at the commit of the primary JAX."""
        if self.commit is None:
            return None
        return f"{JAX_REPOSITORY}/blob/{self.commit}/{excerpt.file}#L{excerpt.first}-L{excerpt.last}"

    def related(self, one: Authored) -> tuple[Authored, ...]:
        """Return published records that either side names, or that share a raise site."""
        sites = {(site.module, site.function) for site in one.record.raised_in if site.module}
        return tuple(
            other
            for other in self.authored
            if other.slug != one.slug
            and other.record.status in ("published", "known")
            and (
                other.record.id in one.record.related
                or one.record.id in other.record.related
                or sites & {(site.module, site.function) for site in other.record.raised_in}
            )
        )


@dataclass(frozen=True, kw_only=True)
class Row:
    """One environment's results in words, for the table of a page."""

    page: Page
    passed: int
    total: int
    notes: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Whether every block that is meant for this environment passed."""
        return self.total > 0 and self.passed == self.total


def rows(pages: Sequence[Page], digests: dict[str, str]) -> tuple[Row, ...]:
    """Return the results of each environment for the blocks with these digests."""
    made = []
    for page in pages:
        verdicts = [one for one in page.verdicts if digests.get(one.doctest) == one.digest]
        stale = len(digests) - len(verdicts)
        counts = Counter(one.outcome for one in verdicts)
        notes = [f"{one.doctest}: {one.outcome}" for one in verdicts if not one.passed]
        if stale:
            notes.append(f"{stale} changed since and not run again")
        made.append(
            Row(
                page=page,
                passed=counts[Outcome.AS_DOCUMENTED],
                total=len(digests) - counts[Outcome.NOT_RUN],
                notes=tuple(notes),
            )
        )
    return tuple(made)


def render(one: Authored, site: Site, results: Sequence[Row]) -> str:
    """Return the page of a record. The fences in it do not depend on ``results``."""
    by_place: dict[str, str] = {
        json.dumps(block.place): block.fence(one.record.requires.devices) for block in one.blocks
    }
    excerpts = [(each, site.link(each)) for each in site.excerpts(one.record)]
    edit = f"{site.project.repo_url}/edit/main/{one.source.path}" if site.project.repo_url else None
    text = _environment().get_template("runbook.md.jinja").render(
        one=one,
        record=one.record,
        fence=lambda *place: Markup(by_place[json.dumps(place)]),  # noqa: S704  (checked blocks, inside a code fence)
        signatures=[(each, message(each)) for each in one.record.signatures],
        excerpts=excerpts,
        related=site.related(one),
        rows=results,
        badge=[row for row in results if row.page.jax == site.project.primary and row.whole],
        primary=site.project.primary,
        check_line=CHECK_LINE,
        commands=lambda steps: [Markup(line) for line in pins.commands(*steps)],  # noqa: S704  (checked words)
        edit=edit,
    )  # fmt: skip
    return _tidy(text)


def overview(published: Sequence[Authored]) -> str:
    """Return the page that lists all runbooks by area."""
    areas: dict[str, list[Authored]] = {}
    for one in sorted(published, key=lambda one: (one.area, one.record.title)):
        areas.setdefault(one.area, []).append(one)
    return _tidy(_environment().get_template("overview.md.jinja").render(areas=areas))


def message(signature: SignatureField) -> Markup:
    """Return a signature as HTML with its holes marked."""
    template = Template.parse(signature.message)
    fillings = tuple(f"\x00{hole}\x01" for hole in template.holes)
    safe = _html(f"{signature.exception}: {template.fill(fillings)}")
    return Markup(safe.replace("\x00", '<var class="hole">').replace("\x01", "</var>"))  # noqa: S704  (escaped above)


def _tidy(text: str) -> str:
    return text.strip("\n") + "\n"


def _html(text: str) -> str:
    return str(escape(text)).replace("`", "&#96;").replace("~", "&#126;")


def _yaml(value: Any) -> Markup:  # noqa: ANN401  (any JSON value is YAML)
    """Return a value for the front matter; themes put its text into HTML as it stands, so it is escaped here."""
    safe = str(escape(value)) if isinstance(value, str) else value
    return Markup(json.dumps(safe, ensure_ascii=False))  # noqa: S704  (YAML; its texts are escaped above)


@functools.cache
def _environment() -> jinja2.Environment:
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).with_name("templates")),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",  # "{#name}" is an anchor in Markdown
        comment_end_string="##}",
    )
    filters = {"prose": prose.markdown, "inline": prose.inline, "plain": prose.plain, "code": prose.code, "html": _html}
    for name, function in filters.items():
        made.filters[name] = lambda text, function=function: Markup(function(text))  # noqa: S704  (escaped by it)
    made.filters["spoken"] = prose.spoken
    made.filters["yaml"] = _yaml
    made.filters["indent4"] = lambda text: Markup("\n".join(f"    {line}".rstrip() for line in text.splitlines()))  # noqa: S704
    made.globals["Role"] = Role
    return made
