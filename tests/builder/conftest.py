"""A small checkout with one good record and a made-up JAX that is read and never run."""

from __future__ import annotations

import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from runbook_builder import __main__, build, checks, line, page
from runbook_builder.environment import Environment
from runbook_builder.project import open_project, write

if TYPE_CHECKING:
    from runbook_builder.checks import Authored
    from runbook_builder.project import Project

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent / "data"
RECORD = Path("records/backends/backend-already-initialized.yaml")


@pytest.fixture(scope="session")
def environment() -> Environment:
    """The primary release, with the made-up JAX in its place."""
    return Environment(
        python="3.13",
        jax=open_project(ROOT).primary,
        jaxlib="0.0",
        numpy="0.0",
        platform="cpu",
        interpreter=Path(sys.executable),
        package=DATA / "jax",
    )


@dataclass(frozen=True, kw_only=True)
class Checkout:
    """A project in a temporary folder, and the command line in it."""

    root: Path
    project: Project
    capture: pytest.CaptureFixture[str]

    @property
    def record(self) -> Path:
        return self.root / RECORD

    def damage(self, old: str, new: str) -> None:
        """Put ``new`` in the place of ``old``, which the record holds once."""
        text = self.record.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"the record holds {text.count(old)} times {old!r}"
        self.record.write_text(text.replace(old, new), encoding="utf-8")

    def load(self) -> Authored:
        (one,) = checks.load(self.project)
        return one

    def run(self, *arguments: str) -> tuple[int, list[str], list[str]]:
        """Run the command line; return its status and the lines on standard output and standard error."""
        self.capture.readouterr()
        status = __main__.main(list(arguments))
        out, err = self.capture.readouterr()
        return status, out.splitlines(), err.splitlines()

    def refusals(self, *arguments: str) -> list[str]:
        """Run a command that must refuse; return its problems. Nothing may be written, and no traceback shown."""
        before = self.files()
        status, _, problems = self.run(*arguments)
        assert status == 1
        assert self.files() == before
        count = len(problems) - 1
        assert problems.pop() == f"{count} problem{'s' if count > 1 else ''}; nothing was published"
        return problems

    def files(self) -> dict[str, bytes]:
        """Return every file of the checkout but the records, which tests write."""
        found = (path for path in self.root.rglob("*") if path.is_file())
        files = {path.relative_to(self.root).as_posix(): path for path in found}
        return {name: path.read_bytes() for name, path in files.items() if not name.startswith("records/")}


@pytest.fixture(scope="session")
def pattern(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout that each test gets a copy of."""
    folder = tmp_path_factory.mktemp("pattern")
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.runbooks]")[2]
    (folder / "pyproject.toml").write_text("[tool.runbooks]" + settings.partition("\n[")[0], encoding="utf-8")
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs" / "index.md", folder / "docs")
    shutil.copytree(DATA / "records", folder / "records")
    write(*build.schema_file(open_project(folder)))
    return folder


@pytest.fixture
def checkout(
    pattern: Path,
    tmp_path: Path,
    environment: Environment,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Checkout:
    shutil.copytree(pattern, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(line, "probe", lambda: environment)
    return Checkout(root=tmp_path, project=open_project(tmp_path), capture=capsys)


@pytest.fixture(scope="session")
def real() -> line.Line:
    """The line of this repository, with its own records and the installed JAX."""
    return line.open_line(open_project(ROOT))


@pytest.fixture
def site(environment: Environment, checkout: Checkout) -> page.Site:
    """What a page of the small record needs."""
    authored: Any = checks.load(checkout.project)
    return page.Site(project=checkout.project, package=environment.package, commit="0" * 40, authored=authored)
