"""The MCP server as a coding assistant starts it: a process of its own, whose answers are the command line's."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from jax_runbooks.__main__ import Exit

pytestmark = pytest.mark.slow

PASTE = "RuntimeError: Backend cpu already initialized\n\njax: 0.11.0\n"


def asked(*calls: tuple[str, dict[str, str]]) -> list[Any]:
    """Start the server, call tools, and return their answers."""

    async def ask() -> list[Any]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "jax_runbooks", "mcp"])
        async with Client(server) as client:
            tools = await client.list_tools()
            assert sorted(tool.name for tool in tools.tools) == ["explain_error", "match_traceback"]
            return [(await client.call_tool(name, arguments)).structured_content for name, arguments in calls]

    return asyncio.run(ask())


def told(*arguments: str, stdin: str = "") -> Any:
    command = [sys.executable, "-m", "jax_runbooks", *arguments, "--format", "json"]
    return json.loads(subprocess.run(command, input=stdin, capture_output=True, text=True, check=False).stdout)


def test_answers_are_those_of_the_command_line() -> None:
    matched, nothing, explained, unknown = asked(
        ("match_traceback", {"traceback": PASTE}),
        ("match_traceback", {"traceback": "ValueError: nobody knows", "jax": "0.9.2"}),
        ("explain_error", {"name": "d0594bd3", "jax": "0.9.2"}),
        ("explain_error", {"name": "../etc"}),
    )
    assert matched == told("match", "-", stdin=PASTE)
    assert [one["slug"] for one in matched["matches"]] == ["backend-already-initialized"]
    assert nothing == told("match", "-", "--jax", "0.9.2", stdin="ValueError: nobody knows")
    assert explained == told("explain", "d0594bd3", "--jax", "0.9.2")
    assert ">>> backend.register_backend_factory" in explained["text"]
    assert unknown == told("explain", "../etc")
    assert unknown["status"] == Exit.MALFORMED.name.lower()
