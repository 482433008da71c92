from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import bs4
import pytest
import yaml

from runbook_builder import checks, page
from runbook_builder.doctests import Doctest, extract
from runbook_builder.ledger import Page
from runbook_builder.record import SignatureField
from runbook_builder.verdict import Outcome, Verdict
from tests.builder.conftest import DATA, ROOT, Checkout
from tests.builder.html import convert, text_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from runbook_builder.environment import Environment
    from runbook_builder.line import Line

SLUGS = sorted(
    path.stem for path in (ROOT / "records").glob("*/*.yaml") if yaml.safe_load(path.read_bytes())["status"] != "draft"
)
NASTY = '</title><script>alert("1")</script> `x` **y** {{ z }} {% w %} {#v} {: .u } [TOC] ![t](s) _r_ #'


def front(text: str) -> dict[str, object]:
    return yaml.safe_load(text.split("---\n")[1])  # type: ignore[no-any-return]


def assert_fences_survive(text: str, found: tuple[Doctest, ...]) -> None:
    """What the HTML shows as doctests is what was read from the page and run; nothing else looks like code."""
    html = convert(text)
    shown = html.select("div.doctest")
    assert [(one["id"], one["data-role"]) for one in shown] == [(each.id, str(each.role)) for each in found]
    for one, each in zip(shown, found, strict=True):
        assert one.get_text().rstrip("\n") == each.code.rstrip("\n")
        assert one.get("data-of") == each.of
        assert one.get("data-versions") == each.versions
        one.decompose()
    for block in html.select("div.highlight"):
        assert set(block["class"]) & {"excerpt", "language-text", "language-console"}
        block.decompose()
    assert {tuple(block.parent["class"]) for block in html.find_all("pre") if block.parent} <= {("runbook-message",)}


@pytest.mark.parametrize("slug", SLUGS)
def test_page_of_a_record_holds_exactly_its_blocks(real: Line, slug: str) -> None:
    one = next(one for one in real.authored if one.slug == slug)
    text = page.render(one, real.site, ())
    assert text == page.render(one, real.site, ())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    found = extract(text, "page.md")
    assert sorted(each.id for each in found) == sorted(block.id for block in one.blocks)
    code = {block.id: block for block in one.blocks}
    for each in found:
        block = code[each.id]
        assert each.role is block.role
        assert each.of == block.of
        if not block.holes:
            assert each.code == block.text.rstrip("\n") + "\n\n"
    assert set(front(text)) == {"title", "description", "tags"}
    assert_fences_survive(text, found)


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "docs").glob("*.md")) + sorted((ROOT / "docs/guide").glob("*.md")),
    ids=lambda path: path.stem,
)
def test_fences_of_hand_written_pages_survive(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert_fences_survive(text, extract(text, path.name))


def page_of(checkout: Checkout, environment: Environment, *results: page.Row) -> str:
    one = checkout.load()
    site = page.Site(project=checkout.project, package=environment.package, commit="0123456" * 6, authored=(one,))
    return page.render(one, site, results)


def row(**changes: object) -> page.Row:
    seen = Page(jax="0.12.0.1", jaxlib="0.12.0.1", numpy="2.5.5", platform="cpu", python="3.13", verdicts=())
    return replace(page.Row(page=seen, passed=3, total=3, notes=()), **changes)  # type: ignore[arg-type]


def test_golden(checkout: Checkout, environment: Environment, golden: Callable[[Path, str], None]) -> None:
    old = replace(row().page, jax="0.10.2")
    results = (row(page=old, passed=2, notes=("backend-already-initialized-fix-1: other text",)), row())
    golden(DATA / "golden" / "backend-already-initialized.md", page_of(checkout, environment, *results))


def test_overview_golden(checkout: Checkout, golden: Callable[[Path, str], None]) -> None:
    golden(DATA / "golden" / "index.md", page.overview([checkout.load()]))


def test_results_change_no_fence(checkout: Checkout, environment: Environment) -> None:
    with_results = extract(page_of(checkout, environment, row()), "page.md")
    without = extract(page_of(checkout, environment), "page.md")
    assert [(one.id, one.code) for one in with_results] == [(one.id, one.code) for one in without]


@pytest.mark.parametrize(
    ("old", "field"),
    [
        ('"Backend registered after JAX had started it"', "title"),
        ('"JAX was used before"', "cause"),
        ('"Register first"', "fix"),
        ('"a fork of JAX"', "library"),
        ('"fork/bridge.py"', "where"),
    ],
)
def test_nothing_breaks_out_of_a_line_of_text(
    checkout: Checkout, environment: Environment, old: str, field: str
) -> None:
    before = page_of(checkout, environment)
    checkout.damage(old, f"'{NASTY}'")
    text = page_of(checkout, environment)
    shown = convert(text)
    assert " ".join(NASTY.split()) in text_of(shown), field
    assert outline(shown) == outline(convert(before))
    for value in (front(text)["title"], front(text)["description"]):
        assert not set(str(value)) & set('<>"')


def outline(html: bs4.BeautifulSoup) -> list[tuple[str, object]]:
    text_of(html)
    return [(tag.name, tag.get("href")) for tag in html.find_all()]


def test_nothing_breaks_out_of_a_message(checkout: Checkout, environment: Environment) -> None:
    message = NASTY.replace("{", "{{").replace("}", "}}")
    checkout.damage('"Backend {name} already initialized"', f"'{message}'")
    text = page_of(checkout, environment)
    html = convert(text)
    (shown,) = html.select(".runbook-message code")
    assert shown.get_text() == f"RuntimeError: {NASTY}"
    assert shown.find_all() == html.find_all(["script", "img", "u"]) == []
    assert not set(str(front(text)["description"])) & set('<>"')


def test_ranges_of_releases_are_no_emphasis(checkout: Checkout, environment: Environment) -> None:
    checkout.damage('    versions: ">=0.5.3"\ntitle', '    versions: ">=0.4.1,!=0.4.*,!=0.5.*"\ntitle')
    checkout.damage('versions: ">=0.7.2"', 'versions: ">=0.7,!=0.8.*,!=0.9.*"')
    text = text_of(convert(page_of(checkout, environment)))
    assert "(JAX >=0.4.1,!=0.4.*,!=0.5.*)" in text
    assert "JAX >=0.7,!=0.8.*,!=0.9.*." in text


@pytest.mark.parametrize(
    ("message", "html"),
    [
        ("Backend {name} already", 'E: Backend <var class="hole">name</var> already'),
        ("a <b> & \"c\" 'd'", "E: a &lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;"),
        ("{{literal}} {hole}", 'E: {literal} <var class="hole">hole</var>'),
        ("use `x` or ~y~", "E: use &#96;x&#96; or &#126;y&#126;"),
        ("<{hole}>", 'E: &lt;<var class="hole">hole</var>&gt;'),
    ],
)
def test_message_is_html_with_its_holes_marked(message: str, html: str) -> None:
    assert str(page.message(SignatureField(exception="E", message=message))) == html


def test_message_of_many_lines_is_no_block_of_code(checkout: Checkout, environment: Environment) -> None:
    lines = [
        "first line {name}",
        "",
        "~~~",
        "x",
        "~~~",
        "",
        '```{ .pycon .doctest #x data-role="fix" }',
        ">>> 1",
        "```",
    ]
    message = "\\n".join(lines).replace("{ ", "{{ ").replace(" }", " }}").replace('"', '\\"')
    checkout.damage('message: "Backend {name} already initialized"', f'message: "{message}"')
    text = page_of(checkout, environment)
    assert len(extract(text, "page.md")) == 3
    (shown,) = convert(text).select(".runbook-message code")
    assert shown.get_text() == "RuntimeError: " + "\n".join(lines).replace("{name}", "name")


def test_rows_count_what_was_seen_of_the_blocks_as_they_stand() -> None:
    def verdict(name: str, digest: str, outcome: Outcome) -> Verdict:
        return Verdict(doctest=name, role="fix", digest=digest, outcome=outcome)

    verdicts = (
        verdict("a", "1", Outcome.AS_DOCUMENTED),
        verdict("b", "2", Outcome.FIX_FAILS),
        verdict("c", "old", Outcome.AS_DOCUMENTED),
        verdict("d", "4", Outcome.NOT_RUN),
        verdict("gone", "5", Outcome.AS_DOCUMENTED),
    )
    seen = replace(row().page, verdicts=verdicts)
    (found,) = page.rows([seen], {"a": "1", "b": "2", "c": "3", "d": "4"})
    assert (found.passed, found.total, found.whole) == (1, 3, False)
    assert "b: fix fails" in found.notes
    assert any("1 changed since" in note for note in found.notes)


def test_no_commit_no_link(checkout: Checkout, environment: Environment) -> None:
    one = checkout.load()
    site = page.Site(project=checkout.project, package=environment.package, commit=None, authored=(one,))
    html = convert(page.render(one, site, ()))
    assert not [tag for tag in html.find_all("a") if "/blob/" in str(tag.get("href"))]
    assert html.select("div.excerpt")


def test_known_record_says_that_nothing_was_verified(checkout: Checkout, environment: Environment) -> None:
    text = checkout.record.read_text(encoding="utf-8").replace("status: published", "status: known")
    head, _, tail = text.partition("causes:")
    checkout.record.write_text(head + tail[tail.index("no_check:") :], encoding="utf-8")
    made = page_of(checkout, environment)
    assert extract(made, "page.md") == ()
    badge = convert(made).select_one("p.runbook-badge")
    assert isinstance(badge, bs4.Tag)
    assert badge.get_text().startswith("No fix on this page was verified")


def test_related_records_find_each_other(checkout: Checkout, environment: Environment) -> None:
    text = checkout.record.read_text(encoding="utf-8").replace("d0594bd30c4de243", "0123456789abcdef")
    checkout.record.with_name("other.yaml").write_text(text, encoding="utf-8")
    first, second = checks.load(checkout.project)
    site = page.Site(project=checkout.project, package=environment.package, commit=None, authored=(first, second))
    assert site.related(first) == (second,)
    assert "](other.md)" in page.render(first, site, ())


def test_render_is_the_same_twice(checkout: Checkout) -> None:
    assert checkout.run("render")[0] == 0
    before = checkout.files()
    assert checkout.run("render")[1][-1].endswith("0 changed")
    assert checkout.files() == before
    assert checkout.run("render", "--check")[0] == 0
