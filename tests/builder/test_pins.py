from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from runbook_builder.pins import Environments, commands
from runbook_builder.problem import ProblemsError
from runbook_builder.record import is_pin

if TYPE_CHECKING:
    from pathlib import Path


def test_the_page_shows_the_commands_that_are_run() -> None:
    assert commands(("--no-deps", "jax==0.10.2"), (), ("jaxlib>=0.11",)) == (
        "python -m venv scratch",
        "scratch/bin/python -m pip install --no-deps jax==0.10.2",
        "scratch/bin/python -m pip install 'jaxlib>=0.11'",
    )


@pytest.mark.parametrize("word", ["jax==0.10.2", "--no-deps", "jax[cuda12]==0.9.2", "numpy<2", "a_b.c~=1.0"])
def test_what_pip_may_be_given(word: str) -> None:
    assert is_pin(word)


@pytest.mark.parametrize(
    "word",
    ["", "-r", "--index-url", "../jax", "/opt/jax", "git+https://example.org/a", "a b", "jax;x", "$(id)", "-e", "a\nb"],
)
def test_what_pip_may_not_be_given(word: str) -> None:
    assert not is_pin(word)


@pytest.mark.slow
def test_an_environment_is_built_once(tmp_path: Path) -> None:
    environments = Environments(folder=tmp_path)
    python = environments.python([["--no-deps", "six==1.17.0"]])
    done = subprocess.run(
        [python, "-c", "import six; print(six.__version__)"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "1.17.0\n"
    before = (python.parent.parent / "pyvenv.cfg").stat().st_mtime_ns
    assert Environments(folder=tmp_path).python([["--no-deps", "six==1.17.0"]]) == python
    assert (python.parent.parent / "pyvenv.cfg").stat().st_mtime_ns == before


@pytest.mark.slow
def test_what_cannot_be_installed_is_said(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"'scratch/bin/python -m pip install six==0.0.0.1' failed: "):
        Environments(folder=tmp_path).python([["six==0.0.0.1"]])
    assert not list(tmp_path.rglob("done"))
