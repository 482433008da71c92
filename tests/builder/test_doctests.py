from __future__ import annotations

import doctest
from typing import TYPE_CHECKING

import pytest

from runbook_builder.doctests import Block, Doctest, extract, unread, without_stack
from runbook_builder.problem import ProblemsError
from runbook_builder.record import Role
from tests.builder.html import convert

if TYPE_CHECKING:
    from tests.builder.conftest import Checkout


def block(text: str, **more: object) -> Block:
    return Block(id="slug-fix-1", role=Role.FIX, place=("x",), text=text, **more)  # type: ignore[arg-type]


def back(made: Block, devices: int = 1) -> Doctest:
    (found,) = extract("words\n\n" + made.fence(devices), "page.md")
    return found


def test_fence_and_back() -> None:
    made = block(">>> 1 + 1\n2\n", of="slug-reproduce-1", versions=">=0.7,<0.9", differs=True)
    found = back(made, devices=8)
    assert found == Doctest(
        id="slug-fix-1",
        page="page.md",
        line=4,
        role=Role.FIX,
        code=">>> 1 + 1\n2\n\n",
        of="slug-reproduce-1",
        devices=8,
        versions=">=0.7,<0.9",
        differs=True,
    )


def test_fence_reads_well() -> None:
    assert block(">>> 1 + 1\n2\n").fence(1) == (
        '```{ .pycon .doctest #slug-fix-1 data-role="fix" }\n>>> 1 + 1\n2\n\n```'
    )


def test_holes_are_printed_as_dots_in_output_only() -> None:
    text = (
        ">>> f'{where}'\n'a {where} b {address}'\n"
        ">>> g(\n...   f'{docs}')\nTraceback (most recent call last):\n    ...\nValueError: see {docs}\n"
    )
    made = block(text)
    assert made.holes == ("where", "address", "docs")
    found = back(made)
    assert found.holes == ("where", "address", "docs")
    assert [example.source for example in found.examples] == ["f'{where}'\n", "g(\n  f'{docs}')\n"]
    assert [found.holes_of(example) for example in found.examples] == [("where", "address"), ("docs",)]
    assert found.examples[0].want == "'a ... b ...'\n"


@pytest.mark.parametrize(
    "text",
    [
        ">>> print('```')\n```\n",
        ">>> print('````\\n```')\n````\n```\n",
        ">>> print('~~~')\n~~~\n",
        ">>> '''\n... ```\n... '''\n'\\n```\\n'\n",
        ">>> '<b>&lt;</b> {{ x }} {: .y } **z**'\n'<b>&lt;</b> {{ x }} {: .y } **z**'\n",
        ">>> print('    indented  ')\n    indented  \n",
        ">>> 'é日'\n'é日'\n",
        ">>> print('a\\n\\nb')\na\n<BLANKLINE>\nb\n",
        ">>> x = 1\n\n>>> x\n1\n",
    ],
)
def test_any_text_survives_on_the_page_and_in_its_html(text: str) -> None:
    made = block(text)
    page = f"before\n\n{made.fence(1)}\n\nafter\n"
    (found,) = extract(page, "page.md")
    assert found.code == text + "\n"
    html = convert(page)
    (shown,) = html.select("div.doctest")
    assert shown["id"] == found.id
    assert shown.get_text().rstrip("\n") == text.rstrip("\n")
    assert [tag.get_text() for tag in html.find_all("p")] == ["before", "after"]


def test_python_s_own_doctest_takes_the_fence() -> None:
    text = block(">>> 1 + 1\n2\n>>> 'a'\n'a'\n").fence(1)
    examples = doctest.DocTestParser().get_examples(text)
    assert [example.want for example in examples] == ["2\n", "'a'\n"]


def test_blocks_of_a_record(checkout: Checkout) -> None:
    found = checkout.load().blocks
    slug = "backend-already-initialized"
    assert [(one.id, one.of) for one in found] == [
        (f"{slug}-reproduce-1", None),
        (f"{slug}-fix-1", f"{slug}-reproduce-1"),
        (f"{slug}-catch-1", f"{slug}-reproduce-1"),
    ]
    assert [one.versions for one in found] == [None, ">=0.7.2", None]


PAGE = """\
# A page

```text
just text
```

1.  In a list:

    ```{{ .pycon .doctest #one data-role="example" {more} }}
    >>> if True:
    ...     1
    ...
    1

    ```

```console
$ python
```
"""


def test_extract_reads_fences_in_lists_and_passes_over_plain_ones() -> None:
    (found,) = extract(PAGE.format(more=""), "docs/a.md")
    assert (found.id, found.line, found.role) == ("one", 10, Role.EXAMPLE)
    assert found.code == ">>> if True:\n...     1\n...\n1\n\n"


FENCE = '```{ .pycon .doctest #one data-role="example" }\n'
HOW = "open it with '{ .pycon .doctest #some-id data-role=\"example\" }', or with 'text' if it is no code"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("a\n```python\nx = 1\n```\n", [f"2: code block 'python' would not be run; {HOW}"]),
        ("```\nx = 1\n```\n", [f"1: code block '' would not be run; {HOW}"]),
        ("~~~ sh\nx\n~~~\n", [f"1: code block 'sh' would not be run; {HOW}"]),
        (
            "```{ .pycon .doctest #a }\n>>> 1\n```\n",
            [f"1: code block '{{ .pycon .doctest #a }}' would not be run; {HOW}"],
        ),
        (
            '```{ .pycon .doctest data-role="fix" }\n>>> 1\n```\n',
            [f"1: code block '{{ .pycon .doctest data-role=\"fix\" }}' would not be run; {HOW}"],
        ),
        (
            '```{ .pycon .doctest .skip #a data-role="fix" }\n>>> 1\n```\n',
            [f"1: code block '{{ .pycon .doctest .skip #a data-role=\"fix\" }}' would not be run; {HOW}"],
        ),
        (
            '```{ .pycon .doctest #a data-role="none" }\n>>> 1\n```\n',
            ["1: role 'none' is unknown; use one of reproduce, fix, catch, check, example"],
        ),
        (
            '```{ .pycon .doctest #a data-role="fix" data-devices="two" }\n>>> 1\n```\n',
            ["1: data-devices 'two' is no number of devices; write it as \"8\""],
        ),
        (
            '```{ .pycon .doctest #a data-role="fix" data-versions="new" }\n>>> 1\n```\n',
            ["1: data-versions 'new' is no range of releases; write it as \">=0.7\""],
        ),
        (
            '```{ .pycon .doctest #a data-role="fix" data-holes="any" }\n>>> 1\n...\n```\n',
            ["1: hole 'any' is unknown; use one of where, docs, address, inner"],
        ),
        (FENCE + ">>> 1\n1\n", ["1: the block that opens here never closes; close it"]),
        (FENCE + "words\n```\n", ["1: the block holds no '>>>' example; write one, or open the block with 'text'"]),
        (FENCE + ">>>1\n```\n", ["1: line 1 of the docstring for one lacks blank after >>>: '>>>1'"]),
        (
            FENCE + ">>> 1\n1\n\nwords\n```\n",
            ["1: 'words' is neither code after '>>> ' nor output right below it; remove it"],
        ),
        (FENCE + ">>> # so\nwords\n>>> 1\n1\n```\n", ["1: '>>> # so' does nothing; put the comment behind code"]),
        (
            FENCE + ">>> range(9)\n[0, ...]\n```\n",
            ["1: expected output has '...' where no hole is; print something shorter, or write the hole's name"],
        ),
        (
            FENCE + ">>> 1\n1\n```\n" + FENCE + ">>> 2\n2\n```\n",
            ["6: block ID 'one' stands on this page twice; give it another"],
        ),
        (
            "```sh\n```\n```py\n```\n",
            [f"1: code block 'sh' would not be run; {HOW}", f"3: code block 'py' would not be run; {HOW}"],
        ),
    ],
)
def test_extract_refuses_what_would_not_be_run(text: str, problems: list[str]) -> None:
    with pytest.raises(ProblemsError) as error:
        extract(text, "docs/a.md")
    assert [str(problem) for problem in error.value.problems] == [f"docs/a.md:{problem}" for problem in problems]


def test_code_span_is_no_fence() -> None:
    assert extract("``` `` ``` is a code span\n", "docs/a.md") == ()


def test_unread_tells_every_line_once() -> None:
    code = "words\n>>> 1\n1\n>>> # comment\nmore\n\n  >>> 2\n  2\n"
    examples = doctest.DocTestParser().get_examples(code)
    assert [line for line, _ in unread(code, examples)] == [6, 0, 3, 4]


@pytest.mark.parametrize(
    ("want", "rest"),
    [
        ("Traceback (most recent call last):\n    ...\nE: a\n", "Traceback (most recent call last):\nE: a\n"),
        ("Traceback (most recent call last):\n    ...\nE: ...\n", "Traceback (most recent call last):\nE: ...\n"),
        ("a\n    ...\n", "a\n    ...\n"),
        ("...", "..."),
        ("", ""),
    ],
)
def test_without_stack(want: str, rest: str) -> None:
    assert without_stack(want) == rest


@pytest.mark.parametrize("head", ["text", "console"])
def test_a_prompt_in_plain_text_is_refused(head: str) -> None:
    with pytest.raises(ProblemsError, match=r"docs/a\.md:1: '>>> 1 \+ 1' looks like a doctest and would not be run"):
        extract(f"```{head}\n>>> 1 + 1\n```\n", "docs/a.md")
