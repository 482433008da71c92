"""Notes on uncaught errors: one line with the ID, the title and the link, added where Python is about to print one.

Nothing here costs anything until an error is printed, and nothing here ever raises.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax_runbooks.index import Match

ATTRIBUTE = "__jax_runbook__"
"""Where an annotated exception holds its ``Match``, for programs."""

_noted: set[str] = set()
_installed: list[Callable[[], None]] = []


def off() -> bool:
    """Whether the reader switched everything off with ``JAX_RUNBOOKS=0``."""
    return os.environ.get("JAX_RUNBOOKS", "").strip() == "0"


def certain(error: BaseException) -> Match | None:
    """Return the one runbook of an error; ``None`` where none fits, several fit equally, or anything goes wrong."""
    if off() or not isinstance(error, Exception):
        return None
    try:
        from jax_runbooks import index  # noqa: PLC0415  (the first error pays for it, not the import)

        best = index.packed().answer(error).best
    except Exception:  # noqa: BLE001  (a reader's traceback must never be lost to ours)
        return None
    return best[0] if len(best) == 1 and best[0].entry.status != "catalogue" else None


def annotate(error: BaseException) -> Match | None:
    """Add a note of one line to an error whose runbook is certain, once per ID and process; return the match.

    The exception's text, type and notes stay as they are, but for the note at the end; the match is set as its
    attribute ``__jax_runbook__``. Never raises.
    """
    match = certain(error)
    if match is None:
        return None
    try:
        from jax_runbooks import runbook  # noqa: PLC0415

        with contextlib.suppress(Exception):  # some classes take no attributes
            setattr(error, ATTRIBUTE, match)
        if match.entry.id not in _noted:
            stands = f" ({match.standing.brief})" if match.standing else ""
            error.add_note(f"jax-runbooks {match.entry.id}: {match.entry.title} - {runbook.link(match.entry)}{stands}")
            _noted.add(match.entry.id)
    except Exception:  # noqa: BLE001
        return None
    return match


def install() -> None:
    """Annotate uncaught errors of this process and its threads; a second call changes nothing."""
    if _installed or off():
        return
    _installed.append(_wrap(sys, "excepthook", lambda arguments: arguments[1]))
    _installed.append(_wrap(threading, "excepthook", lambda arguments: arguments[0].exc_value))


def uninstall() -> None:
    """Undo ``install`` and the IPython extension; a hook that somebody set after ours stays."""
    while _installed:
        _installed.pop()()


def load_ipython_extension(shell: Any) -> None:  # noqa: ANN401  (IPython's shell; IPython is no dependency)
    """Annotate errors that IPython or Jupyter shows: ``%load_ext jax_runbooks``."""
    if off() or hasattr(shell.showtraceback, "before"):
        return
    _installed.append(_wrap(shell, "showtraceback", _shown))


def unload_ipython_extension(shell: Any) -> None:  # noqa: ANN401, ARG001
    """Undo ``load_ipython_extension``: ``%unload_ext jax_runbooks``."""
    uninstall()


def _shown(arguments: tuple[Any, ...]) -> Any:  # noqa: ANN401
    given = arguments[0] if arguments else None
    return given[1] if isinstance(given, tuple) and len(given) > 1 else sys.exc_info()[1]


def _wrap(holder: Any, name: str, error_of: Callable[[tuple[Any, ...]], Any]) -> Callable[[], None]:  # noqa: ANN401
    """Annotate the error before ``holder.name`` is called; return what undoes it."""
    before = getattr(holder, name)
    own = name in vars(holder)

    def wrapped(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401
        with contextlib.suppress(Exception):
            error = error_of(arguments)
            if isinstance(error, BaseException):
                annotate(error)
        return before(*arguments, **options)

    wrapped.before = before  # type: ignore[attr-defined]
    setattr(holder, name, wrapped)

    def undo() -> None:
        if getattr(holder, name) is wrapped:
            if own:
                setattr(holder, name, before)
            else:
                delattr(holder, name)

    return undo
