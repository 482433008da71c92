"""Texts that nobody pastes and the matcher must survive, for any size."""

from __future__ import annotations

PIECES = {
    "brackets": "(",
    "NUL bytes": "\0",
    "lone surrogates": "\ud800",
    "astral characters": "\U0001f600",
    "one word": "a",
    "dotted word": "a.",
    "dotted classes": "A.Error.",
    "class lines": "ValueError: Backend cpu already initialized or not\n",
    "class line without end": "ValueError: ",
    "literal without end": "Backend ",
    "anchor words": "initialized ",
    "backends": "Backend cpu already initialized ",
    "blanks": " ",
    "line ends": "\n",
    "carriage returns": "\r",
    "boxes": "│ ValueError: x              │\n",
    "margins": "> ",
    "escape": "\x1b",
    "colours": "\x1b[31m",
    "hyperlinks": "\x1b]8;;",
    "frames": '  File "/x/jax/_src/core.py", line 1, in bind\n',
    "paths": "jax/",
    "locals": "A<locals>",
    "versions": "jax ",
    "braces": "{x}",
    "rules": "-" * 20 + "\n",
    "wrappers": "UnfilteredStackTrace: ",
}


def made(piece: str, size: int) -> str:
    """Return a text of about ``size`` characters."""
    return PIECES[piece] * (size // len(PIECES[piece]))
