"""An MCP server for coding assistants, ``jax-runbooks mcp``: the command line's answers as two tools.

Needs the official SDK: ``pip install 'jax-runbooks[mcp]'``. Speaks over standard input and output, and reads nothing
but this package.
"""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer

from jax_runbooks import answer, index, runbook

server = MCPServer(
    "jax-runbooks",
    instructions="Runbooks for JAX errors; every line of code in them was run against real JAX. Call match_traceback "
    "with the whole traceback first; explain_error gives the text of a runbook, with verified fixes.",
)


@server.tool()
def match_traceback(traceback: str, jax: str | None = None) -> dict[str, Any]:
    """Find the runbook of a JAX error from its traceback, or only its last lines.

    `jax` is the JAX release in use, if known. `matches` is empty where nothing is known: nothing is guessed. With
    `tie` true the first matches fit equally well. `near` holds near misses, which are no answers.
    """
    return answer.data(index.packed().answer(traceback, jax=jax))


@server.tool()
def explain_error(name: str, jax: str | None = None) -> dict[str, Any]:
    """Return a runbook as Markdown under `text`, by its ID (or the first 4 digits or more), slug or exception class."""
    return answer.explained(runbook.explain(name), jax)
