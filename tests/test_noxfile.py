"""The sessions and the files that call them: what is missing is an error, and what the README says is what CI runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["runbooks"]


def nox(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nox", "--noxfile", str(ROOT / "noxfile.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **variables})


def test_a_missing_interpreter_is_an_error_and_no_skip(tmp_path: Path) -> None:
    done = nox("--envdir", str(tmp_path), "--session", "runtime", "--force-python", "3.99")
    assert done.returncode != 0
    assert "3.99" in done.stderr
    assert "skipped" not in done.stderr


def test_gpu_verification_refuses_without_a_gpu(tmp_path: Path) -> None:
    tool = tmp_path / "nvidia-smi"
    tool.write_text("#!/bin/sh\necho 'No devices were found'\nexit 6\n", encoding="utf-8")
    tool.chmod(0o755)
    done = nox("--envdir", str(tmp_path / "nox"), "--session", "verify_gpu", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert done.returncode != 0
    assert "no NVIDIA GPU is visible" in done.stderr


def test_an_old_python_is_told_in_one_sentence(tmp_path: Path) -> None:
    """The noxfile is read with a version below the least one, where no newer interpreter can be found."""
    code = (
        "import runpy, sys, nox; sys.version_info = (3, 11, 7, 'final', 0); sys.version = '3.11.7 (main)'\n"
        f"runpy.run_path({str(ROOT / 'noxfile.py')!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": str(tmp_path)},
    )
    assert done.returncode == 1
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 1
    assert "only 3.11.7 is here. Install Python 3.13" in lines[0]


def test_ci_runs_the_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^python3 -m venv .*nox -s \w+$", readme, re.MULTILINE)
    assert len(commands) == 2
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [command for command in commands if command not in script] == []


@pytest.mark.parametrize("release", FACTS["releases"])
def test_every_release_is_pinned_with_hashes(release: str) -> None:
    text = (ROOT / "requirements" / f"jax-{release}.txt").read_text(encoding="utf-8")
    assert f"\njax=={release} \\\n    --hash=sha256:" in text
    assert "http" not in text


def test_the_primary_is_one_of_the_releases_and_stands_in_one_place() -> None:
    assert FACTS["primary"] in FACTS["releases"]
    places = [
        ROOT / "noxfile.py",
        ROOT / "mkdocs.yml",
        *(ROOT / "generator").rglob("*.py"),
        *(ROOT / ".github").rglob("*.yml"),
    ]
    assert [path for path in places if FACTS["primary"] in path.read_text(encoding="utf-8")] == []


def test_each_step_of_a_workflow_is_a_session() -> None:
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        steps = re.findall(r"- run: (.*)", path.read_text(encoding="utf-8"))
        assert steps
        assert [step for step in steps if not re.fullmatch(r"pipx run (?:--python \S+ )?nox -s .+", step)] == []
