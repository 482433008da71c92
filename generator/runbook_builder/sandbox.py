"""The sandbox: runs one fence in a process of its own and says how that process ended. Judges nothing.

It guards against careless authors and crashes: time limit, private pipe for the report, scratch folder as home, end of
the whole process group. It is no security boundary: records are code.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runbook_builder.environment import Environment

_CHILD = Path(__file__).with_name("_child.py")
#: Seconds for one fence, the import of JAX (seconds on a cold machine) included.
TIME_LIMIT = 120.0
#: Variables of the caller that a child keeps: where libraries are found and what the machine's BLAS needs to be right.
_KEPT = ("PATH", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "CUDA_VISIBLE_DEVICES", "SYSTEMROOT")


type Place = tuple[int, int]
"""Number of an example, and line in it, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What to run."""

    name: str
    sources: tuple[str, ...]
    devices: int = 1
    filtered: bool = False
    """Whether JAX filters tracebacks as it does by default."""
    traced: bool = False
    """Whether to note the lines that run and the exceptions that pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Error:
    """An exception as the child saw it."""

    exception: str
    """Dotted class, builtins bare."""
    printed: str
    """As Python prints it, class included."""
    traceback: str
    module: str | None = None
    """Module of the innermost JAX frame; ``None`` where no JAX frame is in the traceback."""
    function: str | None = None
    in_raise: bool = False
    """Whether a ``raise`` statement of JAX stands there."""
    place: Place | None = None
    """Where in the fence it passed (traced runs)."""

    @property
    def message(self) -> str:
        """The text after the class."""
        return self.printed.removeprefix(self.exception).removeprefix(": ").removesuffix("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What one example did."""

    stdout: str
    error: Error | None
    lines: frozenset[Place]
    """Lines of the fence that ran (traced runs)."""
    passed: tuple[Error, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What a run did."""

    ended: str
    """``whole``, ``crashed``, ``exited early`` or ``timed out``."""
    detail: str = ""
    steps: tuple[Step, ...] = ()
    deprecated: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    """Log lines at level ERROR and above."""


def run(what: Run, environment: Environment) -> Ran:
    """Run ``what`` in a fresh process and return all that is known of it."""
    with tempfile.TemporaryDirectory(prefix="runbooks-") as scratch, tempfile.TemporaryFile() as printed:
        reader, writer = os.pipe()
        try:
            child = subprocess.Popen(
                [environment.interpreter, "-P", "-s", _CHILD, str(writer)],
                stdin=subprocess.PIPE,
                stdout=printed,
                stderr=printed,
                pass_fds=[writer],
                cwd=scratch,
                env=_variables(what, environment, scratch),
                start_new_session=True,
            )
        finally:
            os.close(writer)
        report = bytearray()
        listener = threading.Thread(target=_listen, args=(reader, report), daemon=True)
        listener.start()
        request = {"name": what.name, "sources": what.sources, "traced": what.traced}
        timed_out = False
        try:
            child.communicate(json.dumps(request).encode(), timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            timed_out = True
        except BrokenPipeError:
            child.wait()
        finally:
            _end_group(child)
        listener.join()
        return _ran(child.returncode, bytes(report), timed_out=timed_out, printed=_tail(printed, scratch))


def _variables(what: Run, environment: Environment, scratch: str) -> dict[str, str]:
    variables = {name: os.environ[name] for name in _KEPT if name in os.environ}
    variables |= {
        "HOME": scratch,
        "TMPDIR": scratch,
        "LANG": "C.UTF-8",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "JAX_PLATFORMS": "cpu" if environment.platform == "cpu" else f"{environment.platform},cpu",
        "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
    }
    if not what.filtered:
        variables["JAX_TRACEBACK_FILTERING"] = "tracebackhide"
    if what.devices > 1:
        variables["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={what.devices}"
    return variables


def _listen(reader: int, report: bytearray) -> None:
    with os.fdopen(reader, "rb") as stream:
        while part := stream.read(1 << 16):
            report += part


def _end_group(child: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _tail(printed: Any, scratch: str) -> str:  # noqa: ANN401  (a temporary file)
    printed.seek(0)
    lines = printed.read().decode("utf-8", "replace").replace(scratch, "<scratch>").strip().splitlines()
    return lines[-1] if lines else ""


def _ran(status: int, report: bytes, *, timed_out: bool, printed: str) -> Ran:
    if timed_out:
        return Ran(ended="timed out", detail=f"no end after {TIME_LIMIT:.0f} s")
    size = int.from_bytes(report[:8], "big")
    if len(report) < 8 or len(report) != 8 + size:
        if status < 0:
            return Ran(ended="crashed", detail=f"killed by {signal.Signals(-status).name}; last line: {printed}")
        if status:
            return Ran(ended="crashed", detail=f"exit status {status}; last line: {printed}")
        return Ran(ended="exited early", detail="exit status 0 before the last example")
    data = json.loads(report[8:])
    return Ran(
        ended="whole",
        steps=tuple(_step(step) for step in data["steps"]),
        deprecated=tuple(data["deprecated"]),
        errors=tuple(data["errors"]),
    )


def _step(data: dict[str, Any]) -> Step:
    return Step(
        stdout=data["stdout"],
        error=_error(data["error"]) if data["error"] else None,
        lines=frozenset((example, line) for example, line in data["lines"]),
        passed=tuple(_error(error) for error in data["passed"]),
    )


def _error(data: dict[str, Any]) -> Error:
    return Error(
        exception=data["exception"],
        printed=data["printed"],
        traceback=data["traceback"],
        place=tuple(data["place"]) if "place" in data else None,
        **(data["site"] or {}),
    )
