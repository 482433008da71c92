"""Fences that misbehave: each is judged by what it did, the next one runs as if nothing had happened, nothing is left."""

from __future__ import annotations

import dataclasses
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from runbook_builder import build
from runbook_builder.claim import Claim
from runbook_builder.doctests import Doctest
from runbook_builder.environment import probe
from runbook_builder.line import open_line
from runbook_builder.project import open_project
from runbook_builder.record import Role
from runbook_builder.sandbox import Limits, Run, Sandbox

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("sandbox")]

NAP = f"77.{os.getpid()}"
"""Seconds that no other process on this machine sleeps."""

HOSTILE = {
    "hang": (["while True: pass\n"], "timed out", "no end after"),
    "sleep": (["import time; time.sleep(60)\n"], "timed out", "no end after"),
    "early-exit": (["import os; os._exit(0)\n", "1\n"], "exited early", "exit status 0"),
    "early-exit-with-status": (["import os; os._exit(3)\n"], "crashed", "exit status 3"),
    "signal": (["import os, signal; os.kill(os.getpid(), signal.SIGSEGV)\n"], "crashed", "SIGSEGV"),
    "abort": (["import os; os.abort()\n"], "crashed", "SIGABRT"),
    "terminate-group": (["import os, signal; os.killpg(0, signal.SIGKILL)\n"], "crashed", "SIGKILL"),
    "kill-the-runner": (
        ["import os, signal; os.kill(os.getppid(), signal.SIGKILL)\n", "import time; time.sleep(9)\n"],
        "crashed",
        "ended the process",
    ),
    "closed-stdout": (["import sys; sys.stdout.close()\n", "1\n"], "closed output", ""),
    "closed-descriptor": (["import os; os.close(1)\n", "1\n"], "closed output", ""),
    "replaced-stdout": (["import io, sys; sys.stdout = io.StringIO()\n", "1\n"], "closed output", ""),
    "flooded-stdout": (["print('x' * (3 << 20))\n"], "flooded output", ""),
    "flooded-descriptor": (["import os; _ = os.write(1, b'x' * (3 << 20))\n"], "flooded output", ""),
    "memory": (["x = bytearray(1 << 40)\n"], "out of memory", ""),
    "memory-in-steps": (["x = []\n", "while True: x.append(bytearray(64 << 20))\n"], "out of memory", ""),
    "one-big-file": (
        ["f = open('big', 'wb')\n", "for _ in range(99): _ = f.write(b'x' * (1 << 20))\n"],
        "out of disk",
        "",
    ),
    "many-files": (
        ["for n in range(80): _ = open(str(n), 'wb').write(b'x' * (1 << 20))\n"],
        "out of disk",
        "bytes of files",
    ),
    "grandchild": ([f"import subprocess; p = subprocess.Popen(['sleep', '{NAP}'])\n"], "left processes", "still ran"),
    "daemon": (
        [f"import subprocess; p = subprocess.Popen(['setsid', 'sleep', '{NAP}'])\n", "import time; time.sleep(0.3)\n"],
        "left processes",
        "still ran",
    ),
    "writes-to-all-descriptors": (
        ["import os\n", "for n in range(3, 256):\n    try: _ = os.write(n, b'{}')\n    except OSError: pass\n"],
        "damaged report",
        "",
    ),
    "forged-report": (
        [
            "import json, os\n",
            "done = json.dumps({'steps': [], 'warned': [], 'errors': [], 'trouble': None}).encode()\n",
            "for n in range(3, 64):\n    try: _ = os.write(n, done)\n    except OSError: pass\n",
            "os._exit(0)\n",
        ],
        "damaged report",
        "",
    ),
    "system-exit": (["raise SystemExit(0)\n", "1\n"], "whole", ""),
    "interrupt": (["raise KeyboardInterrupt\n", "1\n"], "whole", ""),
    "recursion": (["def f(): return f()\n", "f()\n"], "whole", ""),
    "own-traceback": (["class E(Exception):\n    def __str__(self): raise ValueError\n", "raise E()\n"], "whole", ""),
    "patched-builtins": (
        ["import builtins; builtins.print = builtins.len = builtins.isinstance = None\n", "1\n"],
        "crashed",
        "",
    ),
    "patched-json": (["import json; json.dumps = json.loads = None\n", "1\n"], "whole", ""),
    "patched-doctest": (["import doctest; doctest.OutputChecker.check_output = lambda *a: True\n", "2\n"], "whole", ""),
    "tracing-off": (["import sys; sys.settrace(None); sys.setprofile(None)\n", "1\n"], "whole", ""),
}


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    tempfile.tempdir = str(tmp_path_factory.mktemp("scratch"))  # so that what is left there is ours
    with Sandbox(environment=probe(), workers=1, limits=Limits(seconds=4.0, memory=3 << 29)) as made:
        yield made
    tempfile.tempdir = None


def processes(word: str) -> list[str]:
    """Return the command lines of running processes that hold ``word``."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode() if entry.name.isdigit() else ""
        except OSError:
            continue
        if word in line:
            found.append(line)
    return found


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_fence_is_judged_and_leaves_nothing(name: str, sandbox: Sandbox) -> None:
    sources, ended, detail = HOSTILE[name]
    ran = sandbox.run(Run(name=name, sources=tuple(sources)))
    assert ran.ended == ended, ran
    assert detail in ran.detail
    after = sandbox.run(Run(name="after", sources=("import jax\n", "print(len([jax.numpy.ones(3)]))\n")))
    assert (after.ended, after.steps[-1].stdout) == ("whole", "1\n")
    assert processes(f"sleep {NAP}") == []
    assert list(Path(tempfile.gettempdir()).iterdir()) == []


def test_what_a_whole_run_reports(sandbox: Sandbox) -> None:
    ran = sandbox.run(Run(name="x", sources=("print('a')\n", "2\n", "1 / 0\n")))
    assert [step.stdout for step in ran.steps] == ["a\n", "2\n", ""]
    assert ran.steps[2].error is not None
    assert (ran.steps[2].error.exception, ran.steps[2].error.message) == ("ZeroDivisionError", "division by zero")
    assert '<doctest x[2]>", line 1' in ran.steps[2].error.traceback
    assert "runbook_builder" not in ran.steps[2].error.traceback


def test_memory_does_not_pile_up(sandbox: Sandbox) -> None:
    """Children come and go; the worker that forks them stays as small as it was."""

    def resident() -> int:
        lines = [line for server in sandbox._servers for line in _status(server.pid)]
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    sandbox.run(Run(name="x", sources=("x = [0] * 10**7\n",)))
    before = resident()
    for _ in range(20):
        sandbox.run(Run(name="x", sources=("x = [0] * 10**7\n",)))
    assert resident() < before * 1.1


def _status(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []


def test_state_does_not_leak_between_fences(sandbox: Sandbox) -> None:
    first = (
        "import jax, os\n",
        "jax.config.update('jax_enable_x64', True); os.environ['LEAK'] = '1'\n",
        "open('f', 'w').close()\n",
    )
    sandbox.run(Run(name="one", sources=first))
    second = ("import jax, os\n", "print(jax.config.jax_enable_x64, os.environ.get('LEAK'), os.listdir())\n")
    assert sandbox.run(Run(name="two", sources=second)).steps[-1].stdout == "False None []\n"


def test_a_forgotten_import_fails_as_it_does_for_a_reader(sandbox: Sandbox) -> None:
    ran = sandbox.run(Run(name="x", sources=("import jax\n", "jax.experimental.serialize_executable\n")))
    assert ran.steps[1].error is not None
    assert ran.steps[1].error.exception == "AttributeError"


def test_a_fresh_interpreter_gives_the_same(sandbox: Sandbox) -> None:
    what = Run(name="x", sources=("import jax\n", "jax.jit(lambda x: x + 1)(1.0)\n", "jax.jit(1)\n"), traced=True)
    with Sandbox(environment=probe(), workers=1, fork=False) as fresh:
        assert fresh.run(what).steps == sandbox.run(what).steps


def test_environment_variables_are_set_before_jax_is_imported(sandbox: Sandbox) -> None:
    sources = (
        "import os\n",
        "os.environ['JAX_ENABLE_X64'] = '1'\n",
        "import jax\n",
        "print(jax.numpy.ones(1).dtype)\n",
    )
    for filtered in (False, True):
        assert sandbox.run(Run(name="x", sources=sources, filtered=filtered)).steps[-1].stdout == "float64\n"


def test_devices_of_a_fence_on_a_release_without_the_option(sandbox: Sandbox) -> None:
    """With the option, the fence sets it itself, and the sandbox does nothing for it."""
    sources = ("import jax\n", "jax.config.update('jax_num_cpu_devices', 3)\n", "print(jax.device_count())\n")
    assert sandbox.run(Run(name="x", sources=sources, devices=3)).steps[-1].stdout == "3\n"
    assert (
        sandbox.run(Run(name="x", sources=("import jax\n", "print(jax.device_count())\n"), devices=3)).steps[-1].stdout
        == "1\n"
    )


def test_a_verdict_that_hangs_on_the_hash_seed_is_found() -> None:
    line = open_line(open_project(Path(__file__).parent))
    example = Doctest(id="x", page="docs/x.md", line=3, role=Role.EXAMPLE, code=">>> len(repr({1}))\n3\n")
    order = dataclasses.replace(example, id="y", code=">>> print(list({'a', 'b', 'c'}) == ['a', 'b', 'c'])\nFalse\n")
    claims = [Claim(doctest=one, reproducer=None, record=None) for one in (example, order)]
    problems = build.repeat(line, claims, 12, 1)
    assert [problem.message.split(":")[0] for problem in problems] == ["y is not the same each time"]


def test_default_filtering_hides_frames_and_the_other_does_not(sandbox: Sandbox) -> None:
    sources = ("import jax\n", "jax.jit(lambda x: bool(x))(1)\n")
    whole, filtered = (
        sandbox.run(Run(name="x", sources=sources, filtered=choice)).steps[1].error for choice in (False, True)
    )
    assert whole is not None
    assert filtered is not None
    assert "For simplicity, JAX has removed its internal frames" in filtered.traceback
    assert "For simplicity" not in whole.traceback
    assert len(filtered.traceback) < len(whole.traceback)


def test_closing_ends_a_fence_that_still_runs() -> None:
    import threading

    with Sandbox(environment=probe(), workers=1) as made:
        thread = threading.Thread(
            target=lambda: made.run(
                Run(name="x", sources=(f"import subprocess; subprocess.run(['sleep', '{NAP}'])\n",))
            ),
            daemon=True,
        )
        thread.start()
        end = time.monotonic() + 20
        while not processes(f"sleep {NAP}") and time.monotonic() < end:
            time.sleep(0.05)
        assert processes(f"sleep {NAP}")
    end = time.monotonic() + 5
    while processes(f"sleep {NAP}") and time.monotonic() < end:
        time.sleep(0.05)
    assert processes(f"sleep {NAP}") == []
