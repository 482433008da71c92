"""Prose of records: which Markdown authors may write, and how it goes onto a page. Alone knows markdown-it.

Prose takes paragraphs, lists, emphasis, code spans and links. It is parsed, checked and written anew with everything
else escaped, so that nothing in it is ever interpreted by the site's own Markdown, its extensions, or a browser.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt

from runbook_builder.problem import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token


class _Parser(MarkdownIt):
    """Reads also what is refused here, so that it can be told."""

    def validateLink(self, url: str) -> bool:  # noqa: N802, ARG002  (markdown-it's name)
        return True


_PARSER = _Parser("commonmark").enable(["table", "strikethrough"])

_REFUSED = {
    "fence": "a code block; code belongs in a field that is run",
    "code_block": "an indented code block; code belongs in a field that is run",
    "html_block": "HTML; write plain text",
    "html_inline": "HTML; write plain text, or put it in backticks",
    "heading_open": "a heading; the page has its own",
    "hr": "a line or front matter (---); remove it",
    "blockquote_open": "a block quote; write a paragraph",
    "table_open": "a table; write a list",
    "image": "an image; write text",
    "s_open": "struck-out text; remove it",
    "hardbreak": "a forced line break; begin a new paragraph",
}
_PLAIN = {
    "paragraph_open", "paragraph_close", "bullet_list_open", "bullet_list_close", "ordered_list_open",
    "ordered_list_close", "list_item_open", "list_item_close", "inline", "text", "softbreak", "code_inline",
    "em_open", "em_close", "strong_open", "strong_close", "link_open", "link_close",
}  # fmt: skip
#: What the site's Markdown extensions would interpret although CommonMark reads it as text.
_JINJA = re.compile(r"\{\{|\{%|\{#")
_DIALECT = re.compile(r"\s*(?:!!!|\?\?\?|===|--8<--|\[TOC\])")
_LISTS_OPEN = ("bullet_list_open", "ordered_list_open")
_LISTS_CLOSE = ("bullet_list_close", "ordered_list_close")
_EMPHASIS = ("em_open", "em_close", "strong_open", "strong_close")
_NESTED = {**dict.fromkeys(_EMPHASIS, "emphasis"), "link_open": "a link", "link_close": "a link"}
_SPECIAL = re.compile(r"([\\`*{}\[\]]|(?<![^\W_])_|_(?![^\W_])|#(?=[#\s]*$)|!$)")
_LINE_START = re.compile(r"^(\s*)([#+>:~=!?-]|\d+(?=[.)]))")


def refusals(text: str, *, one_paragraph: bool = False) -> tuple[tuple[int, str], ...]:
    """Return what prose may not hold, as (line from 0, sentence)."""
    known: dict[str, Any] = {}
    tokens = _PARSER.parse(text, known)
    definitions = known.get("references", {}).values()
    found = [(one["map"][0], "holds a link definition; write the address into the link") for one in definitions]
    before, inside = "", dict.fromkeys(_NESTED.values(), 0)
    for token, line in _walk(tokens):
        kind = _NESTED.get(token.type, "")
        if kind:
            inside[kind] += token.nesting
        nested = f"{kind} inside {kind}; keep one" if token.nesting == 1 and inside.get(kind, 0) > 1 else None
        if what := _REFUSED.get(token.type) or nested or _foreign(token, before) or _misplaced(token, before):
            found.append((line, f"holds {what}"))
        if token.type == "link_open" and not str(token.attrs["href"]).startswith("https://"):
            found.append((line, f"links to {quoted(token.attrs['href'])}; link to an https:// address"))
        before = token.type
    if not found and (strange := {token.type for token, _ in _walk(tokens)} - _PLAIN):
        found.append((0, f"holds Markdown that is not allowed here ({min(strange)}); write plain text"))
    if one_paragraph and len(tokens) > 3 and not found:
        found.append((0, "is no single paragraph; write it as one"))
    return tuple(dict.fromkeys(found))


def _foreign(token: Token, before: str) -> str | None:
    """Return what other tools than CommonMark might read in a token, or ``None``."""
    if token.type == "text" and _JINJA.search(token.content):
        return "Jinja; nothing is filled in, remove it or put it in backticks"
    if token.type == "text" and before in ("inline", "softbreak") and _DIALECT.match(token.content):
        return "a block of another Markdown dialect; remove it"
    return "a link title; remove it" if token.type == "link_open" and "title" in token.attrs else None


def _misplaced(token: Token, before: str) -> str | None:
    """Return what keeps the site's Markdown from showing a token as CommonMark reads it, or ``None``."""
    if token.type in _EMPHASIS and token.nesting == 1 and before in _EMPHASIS:
        return "emphasis right beside emphasis; put text between"
    if token.type in _LISTS_OPEN and before in _LISTS_CLOSE:
        return "two lists in a row, which would be shown as one; put a paragraph between them"
    if before == "list_item_open" and token.type != "paragraph_open":
        return "a list item that does not begin with text; write some"
    if token.type == "ordered_list_open" and "start" in token.attrs:
        return f"a list that begins at {token.attrs['start']}; begin at 1, or write '{token.attrs['start']}\\.'"
    return None


def unrun(page: str) -> tuple[tuple[int, str], ...]:
    """Return the code of a hand-written page that is no fence that is read, so would never run, as (line, sentence)."""
    found: list[tuple[int, str]] = []
    lines = page.splitlines()
    for token in _PARSER.parse(page):
        line = (token.map or [0])[0] + 1
        if token.type == "code_block":
            found.append((line, "an indented block of code would not be run; open it as a fence"))
        elif token.type == "fence" and lines[line - 1].lstrip().startswith(">"):
            found.append((line, "a fence inside a quote would not be run; move it out"))
        elif token.type == "html_block" and re.search(r"<(?:pre|code|samp)\b", token.content, re.IGNORECASE):
            found.append((line, "code in HTML would not be run; open it as a fence"))
    return tuple(found)


def markdown(text: str) -> str:
    """Return prose as Markdown for a page: the same text, with every special character escaped."""
    return "\n".join(_blocks(_PARSER.parse(text))).strip("\n")


def inline(text: str) -> str:
    """Return one line of prose as Markdown for a page."""
    return " ".join(markdown(text).split("\n"))


def plain(text: str) -> str:
    """Return plain text (no Markdown at all) as Markdown that shows exactly this text."""
    return _escape(" ".join(text.split()))


def code(text: str) -> str:
    """Return text as a Markdown code span."""
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    gap = " " if "`" in text else ""
    return f"{ticks}{gap}{text}{gap}{ticks}"


def spoken(text: str) -> str:
    """Return prose as text without any markup."""
    parts = [
        " " if token.type == "softbreak" else token.content
        for token, _ in _walk(_PARSER.parse(text))
        if token.type in ("text", "code_inline", "softbreak")
    ]
    return "".join(parts)


def _walk(tokens: list[Token], line: int = 0) -> Iterator[tuple[Token, int]]:
    for token in tokens:
        here = token.map[0] if token.map else line
        yield token, here
        for child in token.children or ():
            yield child, here
            here += child.type == "softbreak"


def _blocks(tokens: list[Token]) -> Iterator[str]:
    depth, marker = 0, ""
    for token in tokens:
        if token.type == "list_item_open":
            depth += 1
            marker = "1.  " if token.info else "-   "
        elif token.type == "list_item_close":
            depth -= 1
        elif token.type == "inline":
            margin, first = "    " * depth, "    " * (depth - 1) + marker if marker else "    " * depth
            lines = _inline(token.children or []).split("\n")
            yield "\n".join((first if number == 0 else margin) + line for number, line in enumerate(lines))
            yield ""
            marker = ""


def _inline(tokens: list[Token]) -> str:
    written, targets = "", []
    for token in tokens:
        match token.type:
            case "text":
                written += _escape(token.content) if written.endswith("\n") or not written else _special(token.content)
            case "softbreak":
                written = written.rstrip() + "\n"
            case "code_inline":
                written += code(token.content)
            case "em_open" | "em_close":
                written += "*"
            case "strong_open" | "strong_close":
                written += "**"
            case "link_open":
                targets.append(str(token.attrs["href"]))
                written += "["
            case "link_close":
                written += f"](<{targets.pop()}>)"
    return written


def _special(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", text)


def _escape(text: str) -> str:
    start = _LINE_START.match(text)
    if start is None:
        return _special(text)
    mark = start[2] if start[2].isdigit() else f"&#{ord(start[2])};"
    rest = text[start.end() :]
    return start[1] + mark + ("\\" if start[2].isdigit() else "") + _special(rest)
