"""What was raised: classes and message, from a live exception or from the text of a traceback. Knows no index."""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass

#: A line that begins an error: ``UnfilteredStackTrace: jax.errors.SomeError: message`` and plainer forms.
_ERROR_LINE = re.compile(r"^(?P<exception>(?:(?:[A-Za-z_]\w*|<locals>)\.)*[A-Z_]\w*)(?:: ?(?P<message>.*))?$")

#: Wrappers that JAX and its older releases print before the real class.
_WRAPPERS = re.compile(r"^(?:[\w.]*(?:UnfilteredStackTrace|FilteredStackTrace|JaxStackTraceBeforeTransformation): )+")

#: Lines after which nothing belongs to the message: JAX's own notice and Python's words between chained errors.
_END = re.compile(
    r"^(?:-{20}$|For simplicity, JAX has removed|The stack trace (?:above|below) |The above exception was the direct"
    r"|During handling of the above|Traceback \(most recent call last\):|The preceding stack trace)"
)


#: Bounds on what is read of a paste, so that no text costs more than its size: errors, lines and characters of each.
_MOST_ERRORS, _MOST_LINES, _MOST_CHARACTERS = 200, 200, 50_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """One error of a traceback."""

    exceptions: tuple[str, ...]
    """Dotted names, builtins bare: the class, then (when known) its bases in method resolution order."""
    message: str


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
        found.append(Raised(exceptions=names, message=text.removeprefix(names[0]).removeprefix(": ")))
        shown = link.__cause__ is None and not link.__suppress_context__
        link = link.__context__ if shown else link.__cause__
    return tuple(found)


def parse(text: str) -> tuple[Raised, ...]:
    """Return the errors of a pasted traceback, the last printed (what the program died of) first."""
    found: list[Raised] = []
    lines = text.splitlines()
    end = len(lines)
    for number, line in reversed(tuple(enumerate(lines))):
        start = _ERROR_LINE.match(_WRAPPERS.sub("", line))
        if start is not None:
            later = lines[number + 1 : min(end, number + _MOST_LINES)]
            message = "\n".join([start["message"] or "", *later])[:_MOST_CHARACTERS].rstrip()
            found.append(Raised(exceptions=(start["exception"],), message=message))
        if len(found) == _MOST_ERRORS:
            break
        if _END.match(line):
            end = number
    return tuple(found)
