"""What was raised: classes, message and frames, from a live exception or from pasted text. Knows no index.

matcher.js holds the same algorithm for the browser; tests/match compares the two. Both see text as UTF-16 does, and
every pattern here is ASCII and of a form that costs no more than the size of the text.
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass, field

#: Bounds on what is read of a paste, so that no text costs more than its size: errors, frames, and for each error its
#: lines and characters; characters of a line in which a class is looked for.
_MOST_ERRORS, _MOST_FRAMES, _MOST_LINES, _MOST_CHARACTERS, _MOST_OF_LINE = 200, 400, 200, 50_000, 2_000

_ANSI = re.compile("\x1b(?:\\[[0-9;:?<=>]*[ -/]*[@-~]|\\][^\x07\x1b\n]*(?:\x07|\x1b\\\\)|[@-Z\\\\^_])")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_LONE = re.compile("[\ud800-\udfff]")

#: What tools put before each line of a report: pytest, mail and Markdown quotes, comments, the sides of boxes.
_MARGIN = re.compile(r"^[ \t]*(?:E {3,}|E$|(?:> )+|>$|[|│┃]|#(?= ))[ \t]*")
_SIDES = ("│", "┃", "|")

#: A run of characters that may be a dotted class name.
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*(?:<locals>[A-Za-z0-9_.]+)*")

#: How classes of errors end. Others are taken for classes where they begin a line or are dotted.
_ENDINGS = ("Error", "Exception", "Warning", "Exit", "Interrupt", "Iteration", "Operation", "StackTrace", "Traceback")

#: Wrappers that JAX and its older releases print before the real class.
_WRAPPERS = ("UnfilteredStackTrace", "FilteredStackTrace", "JaxStackTraceBeforeTransformation", "SimplifiedTraceback")

#: Beginnings of lines after which nothing belongs to the message: JAX's own notice and Python's words between errors.
_ENDS = (
    "--------------------",
    "For simplicity, JAX has removed",
    "The stack trace above ",
    "The stack trace below ",
    "The above exception was the direct",
    "During handling of the above",
    "Traceback (most recent call last)",
    "The preceding stack trace",
)

_FRAME = re.compile(  # Python; IPython; pytest; older IPython
    r"(?<![A-Za-z0-9_])(jax(?:lib)?[/\\][A-Za-z0-9_/\\]{1,200})\.py"
    r"(?:\"?, line [0-9]{1,9}, in |:[0-9]{1,9}:?,? in | in )([A-Za-z_<][A-Za-z0-9_.<>]{0,200})"
)
_VERSION = re.compile(
    r"(?<![A-Za-z0-9_])(?<!in )(?<!of )(?<!since )(?<!with )jax(?:[ _.-]{0,3}_*version_*)?['\"` :=v(-]{1,8}"
    r"([0-9]{1,2}\.[0-9]{1,3}\.[0-9]{1,3}(?:\.[0-9]{1,3})?)(?![0-9])(?! or )",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """One error of a traceback."""

    exceptions: tuple[str, ...]
    """Dotted names, builtins bare: the class, then (when known) its bases in method resolution order."""
    message: str
    inline: bool = True
    """Whether the message begins in the line of the class; otherwise what follows may be something else."""
    frames: frozenset[tuple[str, str]] = field(default=frozenset())
    """JAX functions on the way to it: module and function name, the last part alone."""


def name_of(cls: type) -> str:
    """Return the class's name as tracebacks print it: dotted, builtins bare."""
    return cls.__qualname__ if cls.__module__ in ("builtins", "__main__") else f"{cls.__module__}.{cls.__qualname__}"


def chain(error: BaseException) -> tuple[Raised, ...]:
    """Return the live exception and those it was raised from, the outermost first."""
    found: list[Raised] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        names = tuple(name_of(cls) for cls in type(link).__mro__ if cls is not object)
        printed = traceback.TracebackException(type(link), link, None, compact=True)
        parts = printed.format_exception_only()  # of a SyntaxError, the lines of its source come first
        text = next((part for part in parts if part.startswith(names[0])), "").rstrip("\n")
        message = text.removeprefix(names[0]).removeprefix(": ")
        found.append(Raised(exceptions=names, message=clean(message), frames=_live_frames(link)))
        shown = link.__cause__ is None and not link.__suppress_context__
        link = link.__context__ if shown else link.__cause__
    return tuple(found)


def clean(text: str) -> str:
    """Return text without colours and with plain line ends; a character beyond 16 bits becomes two U+FFFD."""
    text = _LONE.sub("\ufffd", _ASTRAL.sub("\ufffd\ufffd", text)).replace("\0", "\ufffd")
    return _ANSI.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def lines_of(text: str) -> list[str]:
    """Return the lines of cleaned text without what tools put before and after them."""
    return [_without_margins(line) for line in text.split("\n")]


def _without_margins(line: str) -> str:
    margin = _MARGIN.match(line)
    if margin is None:
        return line
    inner = line[margin.end() :].rstrip(" \t")
    boxed = margin[0].lstrip(" \t").startswith(_SIDES) and inner.endswith(_SIDES)
    return inner[:-1].rstrip(" \t") if boxed else inner


def parse(lines: list[str]) -> tuple[Raised, ...]:
    """Return the errors of the lines of a paste, the last printed (what the program died of) first."""
    frames = frames_of(lines)
    found: list[Raised] = []
    end = len(lines)
    for number in range(len(lines) - 1, -1, -1):
        line = lines[number]
        if ends_message(line):
            end = number
        start = error_in(line)
        if start is not None:
            exception, head = start
            later = lines[number + 1 : max(number + 1, min(end, number + _MOST_LINES))]
            message = "\n".join([head, *later])[:_MOST_CHARACTERS].strip(" \t\n")
            found.append(Raised(exceptions=(exception,), message=message, inline=bool(head), frames=frames))
            if len(found) == _MOST_ERRORS:
                break
    return tuple(found)


def ends_message(line: str) -> bool:
    """Whether nothing from this line on belongs to the message above it."""
    return line.lstrip(" \t").startswith(_ENDS)


def error_in(line: str) -> tuple[str, str] | None:
    """Return the class and the message that a line tells of, wrappers taken off: ``ValueError: text``."""
    head = line[:_MOST_OF_LINE]
    for token in _NAME.finditer(head):
        name, end = token[0].rstrip("."), token.end()
        at_start = not head[: token.start()].strip(" \t")
        if not is_class(name, plain=not at_start) or not (end == len(line) or line.startswith(":", end)):
            continue
        if end == len(line) and not at_start and not head[: token.start()].rstrip(" \t").endswith(":"):
            continue  # "we get a ValueError", but not "Exception has occurred: TypeError"
        if (name == "Error" or name.endswith(_WRAPPERS)) and end < len(line):
            continue
        after = line[end + 1 : end + 2]
        if after.strip(" \t"):  # "a.py::TestError::test_x", "file.Error:12"
            continue
        return name, line[end + 1 :].strip(" \t")
    return None


def names_in(text: str) -> list[str]:
    """Return the names of a text that may be those of classes, each once, in their order; of a long text, its end."""
    return list(dict.fromkeys(_NAME.findall(text[-_MOST_CHARACTERS:])))


def is_class(name: str, *, plain: bool) -> bool:
    """Whether a name looks like the class of an error; where it stands ``plain`` in a line, it must end like one."""
    last = _last(name)
    if not last[:1].isupper() or last.isupper():
        return False
    return last.endswith(_ENDINGS) or (not plain and "<" not in name)


def frames_of(lines: list[str]) -> frozenset[tuple[str, str]]:
    """Return the JAX functions among the frames of a traceback; of a very long one, among its last."""
    found: set[tuple[str, str]] = set()
    tried = 0
    for line in reversed(lines):
        if "jax" in line and len(line) < _MOST_OF_LINE:
            tried += 1
            if frame := _FRAME.search(line):
                module = frame[1].replace("\\", ".").replace("/", ".").removesuffix(".__init__")
                found.add((module.removeprefix("jax.") if module.startswith("jax.jax.") else module, _last(frame[2])))
            if tried == _MOST_FRAMES:
                break
    return frozenset(found)


def _last(dotted: str) -> str:
    return dotted.rpartition(".")[2]


def version_in(lines: list[str]) -> str | None:
    """Return the JAX release that a paste names first, such as in ``jax: 0.4.30`` or ``jax==0.4.30``, if it does."""
    for line in lines:
        if "jax" in line.lower() and (found := _VERSION.search(line[:_MOST_OF_LINE])):
            return found[1]
    return None


def _live_frames(error: BaseException) -> frozenset[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    trace = error.__traceback__
    while trace is not None and len(found) < _MOST_FRAMES:
        module = trace.tb_frame.f_globals.get("__name__", "")
        if isinstance(module, str) and module.partition(".")[0] in ("jax", "jaxlib"):
            found.add((module, trace.tb_frame.f_code.co_name))
        trace = trace.tb_next
    return frozenset(found)
