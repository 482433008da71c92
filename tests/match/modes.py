"""How people see an error: each reproducer's traceback as real JAX, IPython and pytest print it."""

from __future__ import annotations

import textwrap
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from runbook_builder.sandbox import Run, Sandbox

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from runbook_builder.claim import Claim
    from runbook_builder.environment import Environment

OFF = "import jax\njax.config.update('jax_traceback_filtering', 'off')\n"

IPYTHON = """\
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell(colors='linux', user_ns={{}})
for source in {sources!r}:
    _ = shell.run_cell(source)
"""

PYTEST = """\
import contextlib, io, pathlib, pytest
_ = pathlib.Path('test_it.py').write_text({program!r})
told = io.StringIO()
with contextlib.redirect_stdout(told):
    _ = pytest.main(['-s', '--color=yes', '-p', 'no:cacheprovider', '-p', 'no:jax_runbooks', 'test_it.py'])
print(told.getvalue())
"""


def printed(claim: Claim, run: Callable[[Run], object]) -> dict[str, str]:
    """Return what is seen of a reproducer's error, by the way of looking. Raises ``AssertionError``."""
    base = Run(name=claim.doctest.id, sources=claim.sources, devices=claim.doctest.devices, filtered=True)
    *setup, last = claim.sources
    program = "".join(setup) + "\ndef test_it():\n" + textwrap.indent(last, "    ")
    runs = {
        "filtered": base,
        "unfiltered": replace(base, sources=(_one(OFF), *claim.sources)),
        "IPython": replace(base, sources=(_one(IPYTHON.format(sources=list(claim.sources))),)),
        "pytest": replace(base, sources=(_one(PYTEST.format(program=program)),)),
    }
    seen = {}
    for way, one in runs.items():
        ran = run(one)
        assert ran.ended == "whole", f"{base.name} in {way}: {ran.ended} {ran.detail}"
        error = ran.steps[-1].error
        assert way.endswith("filtered") == (error is not None), f"{base.name} in {way}: {error}"
        seen[way] = error.traceback if way.endswith("filtered") else ran.steps[-1].stdout
        if way.endswith("filtered"):
            seen["the last lines"] = error.printed
    return seen


def _one(program: str) -> str:
    """Return a program as one statement, as an example of a fence is."""
    return f"exec({program!r})\n"


def all_printed(claims: Sequence[Claim], environment: Environment) -> list[tuple[Claim, dict[str, str]]]:
    """Return what is seen of each reproducer, in the order of ``claims``."""
    with Sandbox(environment=environment, workers=2) as sandbox, ThreadPoolExecutor(2) as pool:
        return list(zip(claims, pool.map(lambda claim: printed(claim, sandbox.run), claims), strict=True))
