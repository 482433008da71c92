"""The code blocks of four published error pages, as they stand there: every one must be refused, for what it really does.

Those pages were written from source text and never run. The IDs and the facts are theirs; what runs shows that the code
is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder.environment import probe
from runbook_builder.sandbox import Run, Sandbox
from tests.builder.test_damage import CALLBACK, DEVICES, FIX, SEVERAL, project_with, put, run_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("damage")]

SEEDS = {
    (SEVERAL, "fix"): (
        "backend = ctx.get_backend(optional=True)\nif backend is None:\n    # platform-agnostic lowering path\n    ...\n",
        "NameError: name 'ctx' is not defined",
    ),
    (SEVERAL, "check"): (
        "if len(ctx.platforms) > 1:\n    backend = ctx.get_backend(optional=True)  # returns None, no raise\n"
        "else:\n    backend = ctx.get_backend()\n",
        "NameError: name 'ctx' is not defined",
    ),
    (SEVERAL, "catch"): (
        "try:\n    backend = ctx.get_backend()\nexcept NotImplementedError:\n"
        "    backend = ctx.get_backend(optional=True)\n    if backend is None:\n        # platform-agnostic path\n"
        "        ...\n",
        "NameError: name 'ctx' is not defined",
    ),
    (CALLBACK, "fix"): (
        "ctx = ctx.replace(backend=xb.get_backend('gpu'))\nlower_for(ctx, platforms=['gpu'])\n",
        "NameError: name 'ctx' is not defined",
    ),
    (CALLBACK, "check"): (
        "from jax._src import xla_bridge as xb\n\nassert xb.canonicalize_platform(backend.platform) == ctx.platforms[0]\n",
        "NameError: name 'backend' is not defined",
    ),
    (DEVICES, "fix"): (
        "backend = jax.devices()[0].client\ndevices = jax.devices()\n",
        "NameError: name 'jax' is not defined",
    ),
    (DEVICES, "check"): (
        "devices = jax.devices()\nbackend = devices[0].client\nassert devices[0].client == backend\n",
        "NameError: name 'jax' is not defined",
    ),
}


def as_block(code: str) -> str:
    """Write statements as a doctest block, adding nothing but prompts."""
    lines = []
    for line in code.splitlines():
        inside = line.startswith((" ", "else", "except"))
        lines.append(f"... {line}".rstrip() if inside else f">>> {line}" if line else "")
    return "\n".join(line for line in lines if line) + ("\n...\n" if lines[-1].startswith("...") else "\n")


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox(environment=probe(), workers=1) as made:
        yield made


@pytest.mark.parametrize("seed", SEEDS, ids="-".join)
def test_the_code_fails_when_it_is_run(seed: tuple[str, str], sandbox: Sandbox) -> None:
    code, reason = SEEDS[seed]
    statements = (
        code.split("\n\n") if "\n\n" in code else [code] if code.startswith(("if", "try")) else code.splitlines()
    )
    ran = sandbox.run(Run(name="seed", sources=tuple(f"{one}\n" for one in statements)))
    assert ran.ended == "whole"
    first = next(step.error for step in ran.steps if step.error)
    assert first is not None
    assert first.printed.strip() == reason


@pytest.mark.parametrize("seed", SEEDS, ids="-".join)
def test_a_record_with_the_code_is_refused(seed: tuple[str, str], tmp_path: Path) -> None:
    slug, role = seed
    place = FIX if role == "fix" else (role,)
    project = project_with(tmp_path, [slug], put(*place, value=as_block(SEEDS[seed][0])))
    done = run_line(project, "check")
    assert done.returncode == 1
    assert f"{role}: " in done.stderr
    assert "without a checked result" in done.stderr


def test_the_rule_context_has_no_get_backend(sandbox: Sandbox) -> None:
    """Even with the name made real, the method of the page is on another class."""
    source = (
        "from jax.interpreters import mlir\n",
        "mlir.LoweringRuleContext.get_backend\n",
        "mlir.ModuleContext.get_backend and None\n",
    )
    ran = sandbox.run(Run(name="seed", sources=source))
    assert ran.steps[1].error is not None
    assert "'LoweringRuleContext' has no attribute 'get_backend'" in ran.steps[1].error.printed
    assert ran.steps[2].error is None


def test_jax_has_no_backend_by_platform(sandbox: Sandbox) -> None:
    ran = sandbox.run(Run(name="seed", sources=("import jax\n", "jax.backend_by_platform('cpu')\n")))
    assert ran.steps[1].error is not None
    assert "has no attribute 'backend_by_platform'" in ran.steps[1].error.printed


def test_the_fix_that_runs_once_jax_is_imported_fixes_nothing(tmp_path: Path) -> None:
    code = ">>> import jax\n" + as_block(SEEDS[DEVICES, "fix"][0]) + ">>> devices[0].client == backend\nTrue\n"
    project = project_with(tmp_path, [DEVICES], put(*FIX, value=code))
    done = run_line(project, "verify", DEVICES)
    assert done.returncode == 1
    assert "'deserialize_and_load', does not occur in the fix" in done.stderr


def test_a_page_without_any_code_is_refused(tmp_path: Path) -> None:
    def silent(data: dict[str, object]) -> None:
        data |= {"causes": [], "catch": None, "check": None}

    done = run_line(project_with(tmp_path, [DEVICES], silent), "check")
    assert done.returncode == 1
    assert "a published record needs a cause with a reproducer and a fix" in done.stderr
