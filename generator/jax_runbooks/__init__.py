"""From a JAX error to its runbook. Standard library only; imports no JAX and reads nothing until asked."""

from __future__ import annotations

TYPE_CHECKING = False  # the name in `typing`, whose import costs as much as that of `re`
if TYPE_CHECKING:
    from jax_runbooks.index import Match

__all__ = ["match"]


def match(error: str | BaseException) -> tuple[Match, ...]:
    """Return the runbooks whose signature fits ``error``, the best first.

    ``error`` is an exception or the text of a traceback as it was printed. Matches of equal weight are a tie: all
    of them are first. An empty result means that no runbook is known.
    """
    from jax_runbooks import index, raised  # noqa: PLC0415  (importing the package must cost nothing)

    found = raised.parse(error) if isinstance(error, str) else raised.chain(error)
    return index.packed().match(found)
