"""Benchmark of the verifier: CPU seconds per fence of ours and of what a user would otherwise use, in one run.

Times on shared machines are noise; the ratios printed at the end are what counts. Run it with ``nox -s bench``.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jax_runbooks.index import Index
from runbook_builder.claim import Claim
from runbook_builder.doctests import Doctest
from runbook_builder.environment import probe
from runbook_builder.record import Role
from runbook_builder.verify import verify

if TYPE_CHECKING:
    from collections.abc import Callable

#: Four kinds of blocks as runbooks hold them. The last two tell a runner that keeps state from one that does not: one
#: switches 64-bit values on, which is right, and one is wrong unless another block has switched them on.
KINDS = (
    (">>> import jax\n>>> jax.jit(lambda x: x * {n})(2.0)\nArray({m}., dtype=float32, weak_type=True)\n", True),
    (">>> import jax.numpy as jnp\n>>> jnp.arange(3.0) + {n}\nArray([{a}., {b}., {c}.], dtype=float32)\n", True),
    (
        ">>> import jax\n>>> jax.config.update('jax_enable_x64', True)\n>>> jax.numpy.ones({n}).dtype\ndtype('float64')\n",
        True,
    ),
    (">>> import jax.numpy as jnp\n>>> jnp.ones({n}).dtype\ndtype('float64')\n", False),
)
VARIABLES = {"JAX_PLATFORMS": "cpu", "JAX_TRACEBACK_FILTERING": "tracebackhide", "OPENBLAS_NUM_THREADS": "1"}


@dataclass(frozen=True)
class Result:
    """One way to run the fences."""

    cpu: float
    """Seconds per fence, children included."""
    wall: float
    wrong: int
    """Verdicts that are not what the fence deserves."""


def fences(count: int) -> list[tuple[str, bool]]:
    """Return blocks with what a right runner says of each."""
    made = []
    for number in range(count):
        text, good = KINDS[number % len(KINDS)]
        n = number % 24 + 2
        made.append((text.format(n=n, m=2 * n, a=n, b=n + 1, c=n + 2), good))
    return made


def measured(run: Callable[[], list[bool]], blocks: list[tuple[str, bool]]) -> Result:
    """Run blocks and take the CPU time of this process and of all that it waited for."""

    def used() -> float:
        own, waited = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
        return own.ru_utime + own.ru_stime + waited.ru_utime + waited.ru_stime

    before, start = used(), time.monotonic()
    verdicts = run()
    wall, cpu = time.monotonic() - start, used() - before
    wrong = sum(verdict != good for verdict, (_, good) in zip(verdicts, blocks, strict=True))
    return Result(cpu=cpu / len(blocks), wall=wall, wrong=wrong)


def ours(blocks: list[tuple[str, bool]], workers: int) -> Result:
    """Run blocks as ``verify`` does, without its cache."""
    doctests = [
        Doctest(id=f"bench-{number}", page="bench", line=1, role=Role.EXAMPLE, code=code)
        for number, (code, _) in enumerate(blocks)
    ]
    claims = [Claim(doctest=one, reproducer=None, record=None) for one in doctests]
    environment = probe()

    def run() -> list[bool]:
        with contextlib.redirect_stderr(io.StringIO()):
            return [one.passed for one in verify(claims, environment, Index(entries=()), workers=workers).verdicts]

    return measured(run, blocks)


def fresh(blocks: list[tuple[str, bool]]) -> Result:
    """Run each block with Python's own doctest in an interpreter of its own (bytecode is there)."""

    def run() -> list[bool]:
        with tempfile.TemporaryDirectory() as folder:
            verdicts = []
            for code, _ in blocks:
                path = Path(folder, "block.txt")
                path.write_text(code, encoding="utf-8")
                command = [sys.executable, "-m", "doctest", "-o", "ELLIPSIS", str(path)]
                done = subprocess.run(command, env={**os.environ, **VARIABLES}, capture_output=True, check=False)
                verdicts.append(done.returncode == 0)
            return verdicts

    return measured(run, blocks)


def in_process(blocks: list[tuple[str, bool]]) -> Result:
    """Run all blocks in one process with pytest's own doctest support."""

    def run() -> list[bool]:
        with tempfile.TemporaryDirectory() as folder:
            for number, (code, _) in enumerate(blocks):
                Path(folder, f"block{number:04}.txt").write_text(code, encoding="utf-8")
            command = [
                sys.executable,
                "-m",
                "pytest",
                "-q",
                "-rA",
                "-p",
                "no:cacheprovider",
                "--doctest-glob=*.txt",
                ".",
            ]
            done = subprocess.run(
                command, cwd=folder, env={**os.environ, **VARIABLES}, capture_output=True, text=True, check=False
            )
            passed = {int(number) for number in re.findall(r"^PASSED block(\d+)", done.stdout, re.MULTILINE)}
            return [number in passed for number in range(len(blocks))]

    return measured(run, blocks)


FLOOR = """
import os, sys
import jax
jax.make_jaxpr(lambda x: x * 2)(1.0)
for _ in range(int(sys.argv[1])):
    pid = os.fork()
    if pid == 0:
        jax.jit(lambda x: x * 2)(1.0)
        os._exit(0)
    os.waitpid(pid, 0)
"""


def floor(count: int) -> Result:
    """Fork, start a CPU client and compile one function: less than that no block can cost in a process of its own."""

    def run() -> list[bool]:
        subprocess.run([sys.executable, "-c", FLOOR, str(count)], env={**os.environ, **VARIABLES}, check=True)
        return [True] * count

    return measured(run, [("", True)] * count)


def main() -> None:
    """Run all and print a table, then the ratios."""
    blocks = fences(120)
    results = {
        "ours, 1 worker": ours(blocks, 1),
        "ours, 2 workers": ours(blocks, 2),
        "fresh interpreter": fresh(blocks[:24]),
        "pytest in one process": in_process(blocks),
        "floor": floor(120),
    }
    print(f"{'':24}{'CPU s per fence':>16}{'wall s':>9}{'wrong verdicts':>16}")
    for name, result in results.items():
        print(f"{name:24}{result.cpu:16.3f}{result.wall:9.1f}{result.wrong:16}")
    one, two = results["ours, 1 worker"], results["ours, 2 workers"]
    print(f"\nours against a fresh interpreter: 1/{results['fresh interpreter'].cpu / one.cpu:.1f} of the CPU time")
    print(f"ours against the floor: {one.cpu / results['floor'].cpu:.2f} times")
    print(f"two workers against one: {one.wall / two.wall:.2f} times as fast")
    print("\ngrowth, 1 worker:")
    costs = {count: ours(fences(count), 1).cpu for count in (50, 200, 800)}
    for count, cost in costs.items():
        print(f"{count:6} fences: {cost:.3f} CPU s per fence, {cost / costs[50]:.2f} of 50's")


if __name__ == "__main__":
    main()
