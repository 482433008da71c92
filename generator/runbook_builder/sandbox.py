"""The sandbox: hands fences to a fork server and says how each process ended. Judges nothing.

It guards against careless authors and crashes: limits of time, memory and disk, a private pipe for the report, a
scratch folder as home, the end of everything that a fence left behind. It is no security boundary: records are code.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from runbook_builder.problem import Problem, ProblemsError

if TYPE_CHECKING:
    from runbook_builder.environment import Environment

_CHILD = Path(__file__).with_name("_child")
#: Variables of the caller that a child keeps: where libraries are found and what the machine's BLAS needs to be right.
_KEPT = ("PATH", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "CUDA_VISIBLE_DEVICES")

#: Seconds in which idle workers end by themselves.
_GRACE = 2.0

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

    @property
    def fresh(self) -> bool:
        """Whether the fence sets environment variables: JAX reads them when it is imported, so nothing is forked."""
        return any("environ" in source or "putenv" in source for source in self.sources)


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
    innermost: bool = False
    """Whether that frame is the last of the traceback: nothing that JAX called raised it."""
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
    """``whole``, or the outcome that says how the process ended."""
    detail: str = ""
    steps: tuple[Step, ...] = ()
    told: tuple[Error, ...] = ()
    """What JAX warned of or logged at level WARNING and above, shown or not."""
    warned: tuple[str, ...] = ()
    """Warnings that the fence's own lines caused, of any category."""
    errors: tuple[str, ...] = ()
    """Log lines at level ERROR and above."""
    cpu: float = 0.0
    """CPU seconds of the child."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one fence may take of the machine."""

    seconds: float = 60.0
    memory: int = 6 << 30
    """Bytes of private memory (RLIMIT_DATA)."""
    disk: int = 64 << 20
    """Bytes of one file, and of all files in the scratch folder."""


@dataclass(kw_only=True)
class Sandbox:
    """A fork server in one environment, and the sockets of its idle workers. Use it as a context; thread-safe."""

    environment: Environment
    workers: int
    limits: Limits = field(default_factory=Limits)
    fork: bool = sys.platform == "linux"
    """Whether children are forked from a process that imported JAX; otherwise each imports it anew."""
    seed: int = 0
    """``PYTHONHASHSEED`` of every child."""
    _idle: queue.SimpleQueue[socket.socket] = field(default_factory=queue.SimpleQueue)
    _servers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    _closed: bool = False

    def __enter__(self) -> Self:
        self._start(self.workers)
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        while not self._idle.empty():
            self._idle.get().close()  # an idle worker ends with its socket
        for server in self._servers:
            try:
                server.wait(timeout=_GRACE)
            except subprocess.TimeoutExpired:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(server.pid, signal.SIGTERM)  # workers that still run a fence end it
                server.wait()

    def run(self, what: Run) -> Ran:
        """Run a fence in a process of its own and return all that is known of it."""
        worker = self._idle.get()
        alive = False
        with tempfile.TemporaryDirectory(prefix="runbooks-", ignore_cleanup_errors=True) as folder:
            scratch, printed = Path(folder, "scratch"), Path(folder, "printed")
            scratch.mkdir()
            request = {
                "name": what.name,
                "sources": what.sources,
                "traced": what.traced,
                "filtered": what.filtered,
                "devices": what.devices,
                "fresh": what.fresh,
                "seconds": self.limits.seconds,
                "scratch": str(scratch),
                "printed": str(printed),
                "environ": {"HOME": str(scratch), "TMPDIR": str(scratch)},
            }
            try:
                _send(worker, request)
                answer = _receive(worker)
                alive = True
            except OSError:
                answer = {"ended": "took the runner down", "status": 0, "left": False, "cpu": 0.0}
            finally:
                if alive and not self._closed:
                    self._idle.put(worker)
                else:
                    worker.close()
                    if not self._closed:
                        self._start(1)
            used = sum(path.stat().st_size for path in scratch.rglob("*") if path.is_file() and not path.is_symlink())
            last = _last_line(printed).replace(str(scratch), "<scratch>")
        return _ran(answer, self.limits, last=last, used=used)

    def _start(self, workers: int) -> None:
        pairs = [socket.socketpair() for _ in range(workers)]
        descriptors = [theirs.fileno() for _, theirs in pairs]
        setup = {
            "sockets": descriptors,
            "fork": self.fork,
            "memory": self.limits.memory,
            "disk": self.limits.disk,
        }
        command = [str(self.environment.interpreter), "-P", "-s", str(_CHILD), "serve", json.dumps(setup)]
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            pass_fds=descriptors,
            env=self._variables(),
            start_new_session=True,
        )
        self._servers.append(server)
        for ours, theirs in pairs:
            theirs.close()
            try:
                _receive(ours)  # it says when it is ready
            except OSError:
                message = f"no process could be started with JAX {self.environment.jax}; see its lines above"
                raise ProblemsError(Problem(path=str(self.environment.interpreter), line=0, message=message)) from None
            self._idle.put(ours)

    def _variables(self) -> dict[str, str]:
        platform = self.environment.platform
        return {name: os.environ[name] for name in _KEPT if name in os.environ} | {
            "LANG": "C.UTF-8",
            "OPENBLAS_NUM_THREADS": "1",  # threads would make a fork unsafe
            "PYTHONHASHSEED": str(self.seed),
            "JAX_PLATFORMS": platform if platform == "cpu" else f"{platform},cpu",
            "JAX_TRACEBACK_FILTERING": "tracebackhide",
            "XLA_PYTHON_CLIENT_PREALLOCATE": "false",
        }


def _ran(answer: dict[str, Any], limits: Limits, *, last: str, used: int) -> Ran:
    ended, detail, report = _ending(answer, limits, last, used)
    if report is None:
        return Ran(ended=ended, detail=detail, cpu=answer.get("cpu", 0.0))
    return Ran(
        ended=ended,
        detail=detail,
        steps=tuple(_step(step) for step in report["steps"]),
        told=tuple(map(_error, report["told"])),
        warned=tuple(report["warned"]),
        errors=tuple(report["errors"]),
        cpu=answer["cpu"],
    )


def _ending(answer: dict[str, Any], limits: Limits, last: str, used: int) -> tuple[str, str, dict[str, Any] | None]:
    """Return how a process ended, in words, and its report where it gave one."""
    match answer["ended"]:
        case "unsafe":
            raise RuntimeError(f"the fork server is not fit to fork: {answer['detail']}")
        case "timed out":
            return "timed out", f"no end after {limits.seconds:g} s", None
        case "took the runner down":
            return "crashed", "it ended the process that ran it", None
        case "damaged":
            return "damaged report", "it wrote to a descriptor that was not its own", None
        case "died":
            return *_death(answer["status"], last), None
        case _:
            report: dict[str, Any] = answer["report"]
            return *_after(report, limits, used, answer["left"]), report


def _death(status: int, last: str) -> tuple[str, str]:
    if status < 0:
        return "crashed", f"killed by {signal.Signals(-status).name}; last line: {last}"
    if status:
        return "crashed", f"exit status {status}; last line: {last}"
    return "exited early", "exit status 0 before the last example"


def _after(report: dict[str, Any], limits: Limits, used: int, left: bool) -> tuple[str, str]:
    if report["trouble"]:
        return report["trouble"], "see the limits of the sandbox"
    if used > limits.disk:
        return "out of disk", f"left {used:,} bytes of files, at most {limits.disk:,} are allowed"
    if left:
        return "left processes", "what it started still ran when it ended"
    return "whole", ""


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


def _last_line(printed: Path) -> str:
    if not printed.is_file():
        return ""
    with printed.open("rb") as stream:
        stream.seek(max(0, printed.stat().st_size - 4096))
        lines = stream.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""


def _send(worker: socket.socket, message: dict[str, Any]) -> None:
    data = json.dumps(message).encode()
    worker.sendall(len(data).to_bytes(8, "big") + data)


def _receive(worker: socket.socket) -> dict[str, Any]:
    size = int.from_bytes(_exactly(worker, 8), "big")
    answer: dict[str, Any] = json.loads(_exactly(worker, size))
    return answer


def _exactly(worker: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = worker.recv(min(size - len(data), 1 << 16))
        if not part:
            raise ConnectionResetError("the worker is gone")
        data += part
    return bytes(data)
