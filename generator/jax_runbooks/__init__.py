"""From a JAX error to its runbook. Standard library only; imports no JAX and reads nothing until asked."""

from __future__ import annotations

TYPE_CHECKING = False  # the name in `typing`, whose import costs as much as that of `re`
if TYPE_CHECKING:
    from typing import Any

    from jax_runbooks.index import Match
    from jax_runbooks.runbook import Explained

__all__ = ["annotate", "explain", "install", "match", "uninstall"]


def match(error: str | BaseException) -> tuple[Match, ...]:
    """Return the runbooks whose signature fits ``error``, the best first.

    ``error`` is an exception or the text of a traceback as it was printed. Matches of equal ``rank`` are a tie: all
    of them are first. An empty result means that no runbook is known.
    """
    from jax_runbooks import index  # noqa: PLC0415  (importing the package must cost nothing)

    return index.packed().answer(error).matches


def explain(name: str) -> Explained:
    """Find a runbook by ID, alias, a unique prefix of 4 digits or more, slug or exception class; see ``.text``."""
    from jax_runbooks import runbook  # noqa: PLC0415

    return runbook.explain(name)


def annotate(error: BaseException) -> Match | None:
    """Add one line with ID, title and link to an error whose runbook is certain; never raises.

    The note is added once per ID and process. The match is returned, and set as the attribute ``__jax_runbook__``.
    """
    from jax_runbooks import hooks  # noqa: PLC0415

    return hooks.annotate(error)


def install() -> None:
    """Annotate every uncaught error of this process and its threads; off with ``JAX_RUNBOOKS=0``."""
    from jax_runbooks import hooks  # noqa: PLC0415

    hooks.install()


def uninstall() -> None:
    """Undo ``install``."""
    from jax_runbooks import hooks  # noqa: PLC0415

    hooks.uninstall()


def load_ipython_extension(shell: Any) -> None:  # noqa: ANN401  (IPython's shell)
    """Annotate errors that IPython or Jupyter shows; called by ``%load_ext jax_runbooks``."""
    from jax_runbooks import hooks  # noqa: PLC0415

    hooks.load_ipython_extension(shell)


def unload_ipython_extension(shell: Any) -> None:  # noqa: ANN401
    """Undo ``load_ipython_extension``; called by ``%unload_ext jax_runbooks``."""
    from jax_runbooks import hooks  # noqa: PLC0415

    hooks.unload_ipython_extension(shell)
