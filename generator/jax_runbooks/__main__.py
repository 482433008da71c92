"""The command line ``jax-runbooks``: from an ID or a traceback to the runbook, with no network."""

from __future__ import annotations

import argparse
import json
import os
import pydoc
import re
import sys
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

from jax_runbooks import answer, index, release, runbook
from jax_runbooks.runbook import Status

if TYPE_CHECKING:
    from collections.abc import Sequence


class Exit(IntEnum):
    """Exit codes. 2 is argparse's own, for a command that cannot be read."""

    FOUND = 0
    UNREADABLE = 2
    MALFORMED = 3
    UNKNOWN = 4
    RETIRED = 5
    NO_MATCH = 6
    AMBIGUOUS = 7


_EXITS = {
    Status.FOUND: Exit.FOUND,
    Status.RETIRED: Exit.RETIRED,
    Status.AMBIGUOUS: Exit.AMBIGUOUS,
    Status.UNKNOWN: Exit.UNKNOWN,
    Status.MALFORMED: Exit.MALFORMED,
}
_CODES = "exit codes: " + ", ".join(f"{code.value} {code.name.lower().replace('_', ' ')}" for code in Exit)
_MARKUP = re.compile("\x1b\\[[0-9;]*m")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit code."""
    given = _parser().parse_args(arguments)
    jax = getattr(given, "jax", None)
    if jax is not None and not release.is_release(given.jax):
        return _fail(f"--jax {jax[:80]!r} is no release; write it as 0.4.38", Exit.UNREADABLE)
    try:
        return int({"explain": _explain, "match": _match, "mcp": _mcp}[given.command](given))
    except BrokenPipeError:  # the reader closed the pager or `head` had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.FOUND
    except FileNotFoundError as error:
        return _fail(
            f"this installation holds no runbooks ({error.filename}); install the package again", Exit.UNREADABLE
        )
    except KeyboardInterrupt:
        return 130


def _explain(given: argparse.Namespace) -> Exit:
    name = given.name
    if name == "-":
        name = sys.stdin.read(4096).strip()
    found = runbook.explain(name)
    if given.format == "json":
        print(json.dumps(answer.explained(found, given.jax), indent=1, ensure_ascii=False))
    elif found.text:
        standing = release.standing(found.entries[0], given.jax or release.running())
        notes = "\n".join(f"> {note}" for note in answer.notes(found.entries[0], standing))
        _show(f"{notes}\n\n{found.text}" if notes else found.text, plain=given.format == "markdown")
    else:
        print(f"jax-runbooks: {name[:80]!r}: {found.status.value}{_hint(found)}", file=sys.stderr)
    return _EXITS[found.status]


def _match(given: argparse.Namespace) -> Exit:
    try:
        raw = sys.stdin.buffer.read() if given.file == "-" else Path(given.file).read_bytes()
    except OSError as error:
        return _fail(
            f"{given.file}: cannot be read: {error.strerror}; give a file, or - for standard input", Exit.UNREADABLE
        )
    found = index.packed().answer(raw.decode("utf-8", "replace"), jax=given.jax)
    if given.format == "json":
        print(json.dumps(answer.data(found), indent=1, ensure_ascii=False))
    else:
        print(answer.markdown(found) if given.format == "markdown" else answer.told(found))
    return Exit.FOUND if found.matches else Exit.NO_MATCH


def _mcp(_: argparse.Namespace) -> Exit:
    try:
        from jax_runbooks.mcp_server import server  # noqa: PLC0415  (an extra, which few install)
    except ModuleNotFoundError as error:
        return _fail(f"needs the package {error.name!r}; pip install 'jax-runbooks[mcp]'", Exit.UNREADABLE)
    server.run("stdio")
    return Exit.FOUND


def _hint(found: runbook.Explained) -> str:
    if found.status is Status.AMBIGUOUS:
        return ":\n" + "\n".join(f"  {one.id}  {one.slug}  {one.title}" for one in found.entries)
    if found.status is Status.MALFORMED:
        return "; write 4 to 16 hex digits, a slug such as 'backend-already-initialized', or a class"
    return "; paste the traceback to `jax-runbooks match -` to look for its message"


def _show(text: str, *, plain: bool) -> None:
    """Print Markdown, on a terminal in colour and by pages."""
    if plain or not sys.stdout.isatty():
        sys.stdout.write(text)
    else:
        pydoc.pager(_MARKUP.sub("", _coloured(text)) if "NO_COLOR" in os.environ else _coloured(text))


def _coloured(text: str) -> str:
    bold, faint, code, plain = ("\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m")
    told, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
            told.append(f"{faint}{line}{plain}")
        elif inside:
            told.append(f"{code}{line}{plain}")
        elif line.startswith("#"):
            told.append(f"{bold}{line}{plain}")
        else:
            told.append(re.sub(r"`([^`]{1,500})`", f"{code}\\1{plain}", line))
    return "\n".join(told) + "\n"


def _fail(sentence: str, code: Exit) -> Exit:
    print(f"jax-runbooks: {sentence}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--jax", metavar="VERSION", help="your JAX release; default: what the paste says")
    shared.add_argument("--format", choices=("text", "markdown", "json"), default="text")
    parser = argparse.ArgumentParser(prog="jax-runbooks", description=__doc__, epilog=_CODES)
    commands = parser.add_subparsers(dest="command", required=True)
    explain = commands.add_parser("explain", parents=[shared], help="show one runbook", epilog=_CODES)
    explain.add_argument(
        "name", metavar="ID|SLUG|CLASS|-", help="4 digits of an ID are enough; - reads the name from standard input"
    )
    match = commands.add_parser("match", parents=[shared], help="find the runbook of a traceback", epilog=_CODES)
    match.add_argument("file", metavar="FILE|-", help="a file with the traceback, or - for standard input")
    commands.add_parser("mcp", help="serve both to coding assistants, over standard input and output")
    return parser


if __name__ == "__main__":
    sys.exit(main())
