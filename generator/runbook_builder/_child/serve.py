"""The fork server: imports JAX once, proves before each fork that forking is safe, and gives each fence a process.

The parent of all forks a worker for each socket it was given. A worker does one fence at a time: it forks a child,
reads the child's report from a private pipe, waits, ends whatever the child left behind, and answers. It is Linux's
process tree that makes sure of it (process groups, subreaper, pidfd); elsewhere less is certain, and no fork is used.
"""

import ctypes
import json
import os
import resource
import select
import signal
import socket
import sys
import time
import traceback

from fence import perform

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
MOST_REPORT = 64 << 20
"""Bytes of a report that are read."""


def main(setup):
    """Serve until the other side of every socket closes."""
    if setup["fork"]:
        import_jax()
    pids = []
    for place, number in enumerate(setup["sockets"]):
        pid = os.fork()
        if pid == 0:
            for later in setup["sockets"][place + 1 :]:  # the earlier ones are closed here already
                os.close(later)
            code = 1
            try:
                work(socket.socket(fileno=number), setup)
                code = 0
            finally:
                os._exit(code)
        pids.append(pid)
        os.close(number)
    for pid in pids:
        os.waitpid(pid, 0)


def import_jax():
    """Import JAX, and trace a little where that shows no fence more of JAX than its own imports do.

    Tracing fills Python's caches and starts no backend. On some releases it imports public modules, and a fence that
    forgets to import one of those must fail here as it does for a reader; so it is tried in a child first.
    """
    import jax  # noqa: F401

    pid = os.fork()
    if pid == 0:
        before = public_modules()
        warm()
        os._exit(public_modules() != before)
    if os.waitpid(pid, 0)[1] == 0:
        warm()


def public_modules():
    """Return the imported modules of JAX that are not private."""
    return {name for name in sys.modules if name.split(".")[0] == "jax" and not name.startswith("jax._src")}


def warm():
    """Trace abstractly."""
    import jax
    import jax.numpy as jnp

    jax.make_jaxpr(lambda x: jnp.where(x > 0, jnp.sin(x) + x[0], 0.0).sum())(jax.ShapeDtypeStruct((4,), "float32"))


def unsafe():
    """Return why a fork would not be safe now, or ``None``."""
    bridge = sys.modules.get("jax._src.xla_bridge")
    if bridge is not None and bridge._backends:
        return f"a backend is started: {', '.join(bridge._backends)}"
    threads = len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else 1
    return f"{threads} threads are running" if threads > 1 else None


def work(link, setup):
    """Answer the requests of one socket, one fence at a time."""
    control(PR_SET_CHILD_SUBREAPER, 1)  # orphans of a fence come to this process, which ends them
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    send(link, {"ready": True})
    while (request := receive(link)) is not None:
        why = unsafe() if setup["fork"] else None
        send(link, {"ended": "unsafe", "detail": why} if why else attend(request, setup, link))


def control(option, value):
    """Set a property of this process that only the kernel's prctl knows."""
    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def attend(request, setup, link):
    """Run one fence in a child and return how the child ended, with its report."""
    reader, writer = os.pipe()
    token = os.urandom(16).hex().encode()
    pid = os.fork()
    if pid == 0:
        become(request, setup, writer, token)
    os.close(writer)
    timed_out = True
    try:
        report, timed_out = listen(pid, reader, link, request["seconds"])
    finally:  # also when this worker is told to end
        os.close(reader)
        if timed_out:
            os.kill(pid, signal.SIGKILL)
        _, status, used = os.wait4(pid, 0)
        left = sweep(pid)
    answer = {"status": os.waitstatus_to_exitcode(status), "left": left, "cpu": used.ru_utime + used.ru_stime}
    if timed_out:
        return {**answer, "ended": "timed out"}
    if report.startswith(token) and report.endswith(token) and len(report) > 2 * len(token):
        return {**answer, "ended": "whole", "report": json.loads(report[len(token) : -len(token)])}
    return {**answer, "ended": "damaged" if report else "died"}


def become(request, setup, writer, token):
    """Turn this process into the one that runs a fence. Never returns."""
    code = 1
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        control(PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        os.chdir(request["scratch"])
        printed = os.open(request["printed"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for source, target in ((nothing, 0), (printed, 1), (printed, 2)):
            os.dup2(source, target)
        if writer != 3:
            os.dup2(writer, 3)
        os.closerange(4, 1 << 16)
        os.environ.update(request["environ"])
        limit(setup)
        if setup["fork"] and not request["fresh"]:
            sys.stdin, sys.stdout = open(0), open(1, "w")
            sys.stderr = open(2, "w", buffering=1)
            sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
            prepare(request)
            report(request, 3, token)
            code = 0
        else:
            os.set_inheritable(3, True)
            if request["filtered"]:
                os.environ.pop("JAX_TRACEBACK_FILTERING", None)
            text = json.dumps({"request": request, "token": token.decode()})
            os.execv(sys.executable, [sys.executable, "-P", "-s", os.path.dirname(__file__), "once", text])
    except BaseException:
        traceback.print_exc()
    finally:
        flush()
        os._exit(code)


def prepare(request):
    """Set what JAX, which is imported already, reads from its environment otherwise."""
    import jax

    if request["filtered"]:
        jax.config.update("jax_traceback_filtering", "auto")
    if request["devices"] > 1 and "jax_num_cpu_devices" not in jax.config.values:
        os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={request['devices']}"


def report(request, pipe, token):
    """Run the fence and write the report to the pipe in one piece."""
    dumps, write = json.dumps, os.write  # kept: a fence may replace them
    done = dumps(perform(request)).encode()
    rest = memoryview(token + done + token)
    while rest:
        rest = rest[write(pipe, rest) :]


def flush():
    """Flush what the fence may have printed past ``sys.stdout``."""
    for stream in (sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()
        except Exception:
            pass


def limit(setup):
    """Bound what a fence may take of the machine."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a file that grows too long is an OSError, not a death
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (setup["disk"], setup["disk"]))
    resource.setrlimit(resource.RLIMIT_DATA, (setup["memory"], setup["memory"]))  # RLIMIT_AS is erratic with XLA


def listen(pid, reader, link, seconds):
    """Read the report until the child ends; return it and whether the time ran out first."""
    end, report_, handle = time.monotonic() + seconds, bytearray(), os.pidfd_open(pid)
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    poll.register(reader, select.POLLIN)
    poll.register(link, select.POLLHUP)
    try:
        while (left := end - time.monotonic()) > 0:
            ready = dict(poll.poll(left * 1000))
            if link.fileno() in ready:  # nobody waits for the answer any more
                sys.exit(1)
            if reader in ready:
                part = os.read(reader, 1 << 16)
                report_ += part
                if not part or len(report_) > MOST_REPORT:
                    poll.unregister(reader)
            elif handle in ready:  # nothing more to read, and the child is gone
                return bytes(report_), False
        return bytes(report_), True
    finally:
        os.close(handle)


def sweep(pid):
    """End every process that a fence left behind; return whether there was one."""
    left = False
    try:
        os.killpg(pid, signal.SIGKILL)
        left = True
    except ProcessLookupError:
        pass
    while True:
        try:
            gone, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return left
        if gone == 0:
            for child in children():
                os.kill(child, signal.SIGKILL)
                left = True
            time.sleep(0.001)


def children():
    """Return the processes whose parent this one has become."""
    with open(f"/proc/self/task/{os.getpid()}/children") as listed:
        return [int(number) for number in listed.read().split()]


def receive(link):
    """Read one message from the socket, or ``None`` at its end."""
    head = exactly(link, 8)
    return json.loads(exactly(link, int.from_bytes(head, "big"))) if head else None


def exactly(link, size):
    """Read ``size`` bytes, or nothing at the socket's end."""
    data = bytearray()
    while len(data) < size:
        part = link.recv(size - len(data))
        if not part:
            return b""
        data += part
    return bytes(data)


def send(link, answer):
    """Write one message to the socket."""
    data = json.dumps(answer).encode()
    link.sendall(len(data).to_bytes(8, "big") + data)
