"""The page as plain Markdown, for terminals, other sites and programs: the same text and the very same blocks.

Takes away what only the site understands: front matter, anchors, classes, links that are relative to the site.
"""

from __future__ import annotations

import html
import re

_FRONT = re.compile(r"\A---\n.*?\n---\n+", re.DOTALL)
_ANCHOR = re.compile(r"[ \t]*\{#[^{}\n]*\}$")
_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})\{ \.(?P<language>\w+)[^}]*\}$")
_FOLD = re.compile(r'^\?\?\? \w+ "(?P<title>.*)"$')
_HOLE = re.compile(r'<var class="hole">(.*?)</var>')
_MESSAGE = re.compile(r'^<div class="runbook-message">(.*?)</div>$', re.DOTALL | re.MULTILINE)
_TAG = re.compile(r"<[^<>]*>")
#: All but "<", which would begin a tag.
_ENTITY = re.compile(r"&(?!lt;|#60;|#x3c;)(?:[a-z]{2,8}|#[0-9]{1,6}|#x[0-9a-f]{1,6});", re.IGNORECASE)
_RELATIVE = re.compile(r"\[(?P<text>[^\[\]]*)\]\((?!https?://)(?P<target>[^()\s]*)\)")


def plain(page: str) -> str:
    """Return a rendered runbook page as plain Markdown."""
    told: list[str] = []
    fence = ""
    folded = False
    for line in _MESSAGE.sub(_as_block, _FRONT.sub("", page)).splitlines():
        if folded and line and not line.startswith("    "):
            folded = False
        line = line.removeprefix("    ") if folded else line  # noqa: PLW2901
        opened = _FENCE.match(line)
        if fence:
            told.append(line)
            fence = "" if line.strip() == fence else fence
        elif opened:
            fence = opened["ticks"]
            told.append(f"{opened['indent']}{fence}{opened['language']}")
        elif line.startswith("```"):
            fence = line[: len(line) - len(line.lstrip("`"))]
            told.append(line)
        elif fold := _FOLD.match(line):
            folded = True
            told.append(f"{_words(fold['title'])}:")
        else:
            told += _outside(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(told)).strip("\n") + "\n"


def _as_block(message: re.Match[str]) -> str:
    return f"```text\n{html.unescape(_TAG.sub('', _HOLE.sub(r'{\1}', message[1])))}\n```"


def _outside(line: str) -> list[str]:
    """Return what a line outside of blocks says, if it says anything."""
    if line.startswith("{:"):
        return []
    if line.startswith("<p "):
        words = html.unescape(_TAG.sub("", line))
        return [words.partition(" · ")[0] if "runbook-foot" in line else words]
    return [_words(_ANCHOR.sub("", line))]


def _words(line: str) -> str:
    """Return a line of prose with the text of links that lead nowhere outside the site, and readable characters."""
    words = _RELATIVE.sub(lambda link: link["text"], line).replace("&nbsp;", " ")
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), words)
