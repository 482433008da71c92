"""The site as it is built from this checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("site"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of this checkout's records, rendered and built in a copy; nothing is verified for it."""
    folder = tmp_path_factory.mktemp("checkout")
    for name in ("pyproject.toml", "mkdocs.yml"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "records", folder / "records")
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("errors", "api", "e"))
    (folder / "generator" / "jax_runbooks").mkdir(parents=True)
    for command in (["runbook_builder", "render"], ["mkdocs", "build", "--strict"]):
        variables = os.environ | {"SITE_URL": "", "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(
            [sys.executable, "-m", *command], cwd=folder, env=variables, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    return folder / "site"
