"""Prose on its way to the page: what comes out of the site's Markdown is what CommonMark reads, and nothing else."""

from __future__ import annotations

import itertools
import random

import bs4
import pytest
from markdown_it import MarkdownIt

from runbook_builder import prose
from tests.builder.html import convert, text_of

ALLOWED = {"p", "ul", "ol", "li", "em", "strong", "code", "a"}

TEXTS = [
    "plain words",
    "{: .x}",
    "text {: .x }",
    "*em*{: .x }",
    "- item {: .x }",
    "`code`{.x}",
    "a { #id}",
    "a [TOC] b",
    "a !!! note",
    "a === b",
    "`a` === `b`",
    "`a`!!! b",
    "a --8<-- b",
    ";--8<-- b",
    "`<script>alert(1)</script>`",
    "1 < 2 & 3 > 2",
    "&lt;b&gt; &amp;amp; &#60; &copy;",
    "`&lt;`",
    "\\*",
    "a * b * c",
    "2*3*4",
    "a\\*b\\_c\\`d\\\\",
    "_x_y_",
    "snake_case_name and _private and __init__",
    "jax/\\_\\_init\\_\\_.py",
    "`__init__`",
    "``a`b``",
    "`` ` ``",
    "``` `` ``` at the start",
    "`{{ x }}` and `{% x %}`",
    "a\\",
    "C:\\temp\\`x`",
    "2024\\. It was",
    "a\n2024. It was",
    "a\n1\\. b",
    "a\n\\+ b",
    "a\n\\- b",
    "a\n-b",
    "a\n\\# b",
    "#b",
    "C#",
    "a\n\\> b",
    "a\n: b",
    "a\n~ b",
    "a\\~~~b",
    "a | b\nc | d",
    "a  b",
    "a\t\nb",
    "Look!<https://a.b>",
    "!\\[a](https://a.b)",
    "[x](https://a.b/c_d_e?x=1&y=*2*#f)",
    "[*x* `y` \\]](https://a.b/(c))",
    "[`]`](https://a.b)",
    "https://a.b/c",
    "<https://a.b/c?d=e&f>",
    "[not a link]",
    "[a][b] [^1] ](x)",
    "*a*b*c*",
    "a**b**c",
    '**"quoted."** text',
    "*a\nb*",
    "`a\nb`",
    "日本語*強調*です",
    "- a\n- b",
    "- a\n- b\n\nword\n\n- c",
    "+ a\n+ b",
    "1. a\n2. b",
    "1) a\n2) b",
    "- a\n\n  second\n\n- b",
    "- a\n  more\n- b",
    "- a\n    - b\n        - c\n            - d\n- e",
    "1. a\n   - b\n     1. c\n   - d\n2. e",
    "word\n- a\n- b",
    "- `a`: b\n- *c*: d",
    "- a\n- \\- b\n- \\# c",
]


def reference(text: str) -> bs4.BeautifulSoup:
    return bs4.BeautifulSoup(MarkdownIt("commonmark").render(text), "html.parser")


def shape(html: bs4.BeautifulSoup) -> list[tuple[str, object]]:
    return [(tag.name, tag.get("href")) for tag in html.find_all() if tag.name != "p"]


def letters(html: bs4.BeautifulSoup) -> str:
    return "".join(html.get_text().split())


def assert_shown_as_read(text: str) -> None:
    html = convert(prose.markdown(text))
    assert {tag.name for tag in html.find_all()} <= ALLOWED
    assert [
        (tag.name, *tag.attrs) for tag in html.find_all() if tag.attrs and (tag.name, *tag.attrs) != ("a", "href")
    ] == []
    assert letters(html) == letters(reference(text))
    assert shape(html) == shape(reference(text))


@pytest.mark.parametrize("text", TEXTS)
def test_prose_is_shown_as_it_is_read(text: str) -> None:
    assert prose.refusals(text) == ()
    assert_shown_as_read(text)


def test_prose_of_random_pieces_is_refused_or_shown_as_it_is_read() -> None:
    pieces = [
        *"a_*`\\[]()<>&{}#|:~!.,$^\"'",
        "**",
        "``",
        "x_y",
        " ",
        " ",
        "\n",
        "\n\n",
        "\n- ",
        "\n    - ",
        "- ",
        "1. ",
    ]
    pieces += [
        "*e*",
        "**f**",
        "`c`",
        "[l](https://a.b)",
        "<https://a.b>",
        "{: .x }",
        "===",
        "!!! n",
        "&lt;",
        "7.",
        "+ ",
    ]
    chance = random.Random(0)  # noqa: S311  (texts, no secret)
    shown = 0
    for _ in range(300):
        text = "".join(chance.choices(pieces, k=chance.randint(1, 9)))
        if not prose.refusals(text):
            assert_shown_as_read(text)
            shown += 1
    assert shown > 100


@pytest.mark.parametrize(
    "text", [text for text in TEXTS if "\n" not in text and not text.startswith(("- ", "+ ", "1"))]
)
def test_plain_text_shows_every_character(text: str) -> None:
    """Titles take no Markdown at all, wherever the templates put them."""
    made = prose.plain(text)
    title = " ".join(text.split())
    for template, tag, expected in [
        ("# {}", "h1", title),
        ("### When {} {{#fix-1}}", "h3", f"When {title}"),
        ("-   **{}.** more", "strong", f"{title}."),
        ("When {}:", "p", f"When {title}:"),
        ("-   [{}](https://a.b): more", "a", title),
    ]:
        found = convert(template.format(made)).find(tag)
        assert isinstance(found, bs4.Tag)
        assert text_of(found) == expected
        assert found.find_all() == []


@pytest.mark.parametrize(
    "text", ["x", "a`b", "`", "``", "a `` b ``` c", "<b>", "&lt;", "**a**", "\\", "{{ x }}", "a_b_"]
)
def test_code_shows_every_character(text: str) -> None:
    found = convert(f"-   {prose.code(text)} in **x**").find("code")
    assert isinstance(found, bs4.Tag)
    assert found.get_text() == text


def test_inline_is_one_line() -> None:
    assert prose.inline("one\ntwo *three*") == "one two *three*"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [("a *b* `c` [d](https://e.f)", "a b c d"), ("a\nb", "a b"), ("&lt;", "<"), ("\\*", "*"), ("`*`", "*")],
)
def test_spoken_has_no_markup(text: str, spoken: str) -> None:
    assert prose.spoken(text) == spoken


def test_every_line_is_told() -> None:
    lines = ["a", "<hr>", "", "# b", "", "{{ c }}", "d {{ e }}"]
    assert [line for line, _ in prose.refusals("\n".join(lines))] == [1, 3, 5, 6]


def test_one_paragraph() -> None:
    assert prose.refusals("a\nb", one_paragraph=True) == ()
    for text in ("a\n\nb", "- a", "1. a\n2. b"):
        assert prose.refusals(text) == ()
        assert prose.refusals(text, one_paragraph=True) == ((0, "is no single paragraph; write it as one"),)


def test_growing_nests_stay_lists() -> None:
    text = "\n".join(itertools.accumulate(["- a"] * 8, lambda line, _: "  " + line))
    assert prose.refusals(text) == ()
    assert_shown_as_read(text)


@pytest.mark.parametrize(
    ("page", "line", "what"),
    [
        ("Text\n\n    x = 1\n", 3, "indented"),
        ("> quoted\n>\n> ```python\n> x = 1\n> ```\n", 3, "quote"),
        ("Text\n\n<pre><code>x = 1</code></pre>\n", 3, "HTML"),
    ],
)
def test_code_that_would_not_run(page: str, line: int, what: str) -> None:
    ((at, sentence),) = prose.unrun(page)
    assert at == line
    assert what in sentence


def test_code_that_runs_is_no_unrun_code() -> None:
    assert prose.unrun("1.  In a list:\n\n    ```text\n    x\n    ```\n\n`x = 1` in a line\n") == ()
