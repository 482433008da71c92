"""The hooks in the tools that people use: real JAX in a real interpreter, IPython and pytest, by the packed index."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

FAILING = """\
import jax
from jax.extend import backend
jax.devices('cpu')
backend.register_backend_factory('cpu', lambda: None)
"""
ERROR = "RuntimeError: Backend cpu already initialized"
ID = "d0594bd30c4de243"
NOTE = f"jax-runbooks {ID}: Backend registered after JAX had already started it - jax-runbooks explain {ID}"


def run(*command: str, cwd: Path, stdin: str = "", **variables: str) -> str:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("JAX", "PYTEST"))}
    environment |= {"JAX_PLATFORMS": "cpu", "HOME": str(cwd), "NO_COLOR": "1", **variables}
    done = subprocess.run(
        [sys.executable, *command], cwd=cwd, input=stdin, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def test_interpreter(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(f"import jax_runbooks\njax_runbooks.install()\n{FAILING}", encoding="utf-8")
    told = run("program.py", cwd=tmp_path)
    assert f"{ERROR}\n{NOTE} (on JAX " in told
    assert told.count(ID) == 2
    assert f"{ERROR}\n{NOTE.partition(' - ')[0]} - https://example.org/e/{ID}/ (on JAX " in run(
        "program.py", cwd=tmp_path, JAX_RUNBOOKS_URL="https://example.org"
    )
    off = run("program.py", cwd=tmp_path, JAX_RUNBOOKS="0")
    assert ERROR in off
    assert "runbooks" not in off


def test_interpreter_thread(tmp_path: Path) -> None:
    body = "".join(f"    {line}\n" for line in FAILING.splitlines())
    program = f"import threading, jax_runbooks\njax_runbooks.install()\ndef work():\n{body}"
    (tmp_path / "program.py").write_text(f"{program}threading.Thread(target=work).start()\n", encoding="utf-8")
    assert f"{ERROR}\n{NOTE} (on JAX " in run("program.py", cwd=tmp_path)


def test_ipython(tmp_path: Path) -> None:
    told = run(
        "-m", "IPython", "--simple-prompt", "--colors=nocolor", cwd=tmp_path, stdin=f"%load_ext jax_runbooks\n{FAILING}"
    )
    assert ERROR in told
    assert NOTE in told
    again = run(
        "-m",
        "IPython",
        "--simple-prompt",
        "--colors=nocolor",
        cwd=tmp_path,
        stdin=f"%load_ext jax_runbooks\n%unload_ext jax_runbooks\n{FAILING}",
    )
    assert ERROR in again
    assert ID not in again


@pytest.mark.parametrize("options", [(), ("-n", "1")])
def test_pytest(tmp_path: Path, options: tuple[str, ...]) -> None:
    body = "".join(f"    {line}\n" for line in FAILING.splitlines())
    tests = f"def test_jax():\n{body}\ndef test_other():\n    assert 1 == 2\n"
    (tmp_path / "test_it.py").write_text(tests, encoding="utf-8")
    command = ("-m", "pytest", "-p", "no:cacheprovider", *options, "test_it.py")
    told = run(*command, cwd=tmp_path)
    assert told.count(" JAX runbook ") == 1
    assert f"Backend registered after JAX had already started it  [{ID}]" in told
    assert "On JAX " in told
    assert f"Read: jax-runbooks explain {ID}" in told
    assert "2 failed" in told
    off = run(*command, cwd=tmp_path, JAX_RUNBOOKS="0")
    assert "JAX runbook" not in off
    assert "2 failed" in off
