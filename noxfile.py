"""Sessions of the workshop: ``nox -l`` lists them. A session is a docstring and a few calls; facts: pyproject.toml."""

import shutil
import subprocess
import sys
from pathlib import Path

import nox

PROJECT = nox.project.load_toml("pyproject.toml")
FACTS = PROJECT["tool"]["runbooks"]
PRIMARY = FACTS["primary"]
LEAST = (3, 12)


def workshop_python() -> str:
    """Return the interpreter of the workshop: this one, or a newer one that is installed. Exits with a sentence."""
    if sys.version_info >= LEAST:
        return sys.executable
    for name in ("python3.13", "python3.12", "python3.14"):
        found = shutil.which(name)
        if found and not subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode:
            return found
    sys.exit(
        f"jax-runbooks is built with Python 3.12 or newer, as JAX {PRIMARY}; only {sys.version.split()[0]} is here. "
        "Install Python 3.13 and run the same command with python3.13 in place of python3."
    )


PYTHON = workshop_python()
nox.needs_version = ">=2025.2.9"
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"
nox.options.error_on_missing_interpreters = True
nox.options.sessions = ["lint", "types", "tests", "site"]


def install(session: nox.Session, jax: str = PRIMARY) -> None:
    """Install the pinned tools, a pinned JAX and this checkout; pip compiles the bytecode."""
    session.install("--require-hashes", "-r", "requirements/workshop.txt", "-r", f"requirements/jax-{jax}.txt")
    session.install("--no-deps", "--editable", ".")


@nox.session(python=PYTHON)
def site(session: nox.Session) -> None:
    """Check, verify and render every record and build site/; arguments go to `runbook_builder build`."""
    install(session)
    session.run("python", "-m", "runbook_builder", "build", *session.posargs)


@nox.session(python=PYTHON)
def verify(session: nox.Session) -> None:
    """Run the blocks of all records, or of the slugs and IDs after `--`, on the primary JAX."""
    install(session)
    session.run("python", "-m", "runbook_builder", "verify", *session.posargs)


@nox.session(python=PYTHON)
def runbook(session: nox.Session) -> None:
    """Run one command of the workshop: `nox -s runbook -- new | check | render | verify | accept | build`."""
    install(session)
    session.run("python", "-m", "runbook_builder", *session.posargs)


@nox.session(python=PYTHON)
def matrix(session: nox.Session) -> None:
    """Run the blocks of all records on every release, or on the releases after `--`, and write their ledgers."""
    install(session)
    session.install("uv")
    releases = session.posargs or FACTS["releases"]
    if unknown := sorted(set(releases) - set(FACTS["releases"])):
        session.error(f"{', '.join(unknown)}: not among the releases of pyproject.toml")
    for release in releases:
        # One Python carries all releases; uv links files, so nine environments take little more room than their sum.
        place = Path(session.create_tmp(), f"jax-{release}")
        python = str(place / "bin" / "python")
        if not place.exists():
            session.run("uv", "venv", "--quiet", "--python", PYTHON, str(place))
        requirements = ("--require-hashes", "-r", f"requirements/jax-{release}.txt")
        session.run("uv", "pip", "install", "--quiet", "--compile-bytecode", "--python", python, *requirements)
        session.run("python", "-m", "runbook_builder", "verify", "--python", python)
    session.run("python", "-m", "runbook_builder", "matrix")


@nox.session(python=PYTHON)
def verify_gpu(session: nox.Session) -> None:
    """Run the blocks of all records on an NVIDIA GPU. Fails where none is visible: it never passes by skipping."""
    tool = shutil.which("nvidia-smi")
    listed = subprocess.run([tool, "-L"], capture_output=True, text=True, check=False).stdout if tool else ""
    if "GPU" not in listed:
        session.error("no NVIDIA GPU is visible (nvidia-smi -L lists none); run this session on a machine with one")
    install(session, f"{PRIMARY}-cuda")
    session.run("python", "-m", "runbook_builder", "verify", "--platform", "cuda", "--workers", "1", *session.posargs)


@nox.session(python=PYTHON)
def crosscheck(session: nox.Session) -> None:
    """Compare our verdicts with those of pytest's own doctest support, one interpreter for each block."""
    install(session)
    session.run("python", "-m", "pytest", "-m", "crosscheck", "--numprocesses", "auto", *session.posargs)


@nox.session(python=PYTHON)
def bench(session: nox.Session) -> None:
    """Measure the verifier and the matcher against what one would otherwise use, as ratios in one run."""
    install(session)
    session.run("python", "tests/bench/verifier.py")
    session.run("python", "tests/bench/matcher.py")


@nox.session(python=PYTHON)
def serve(session: nox.Session) -> None:
    """Show the pages on http://127.0.0.1:8000 while you write, without verifying them."""
    install(session)
    session.run("python", "-m", "runbook_builder", "render")
    session.run("python", "-m", "mkdocs", "serve", "--dev-addr", "127.0.0.1:8000", *session.posargs)


@nox.session(python=PYTHON)
def tests(session: nox.Session) -> None:
    """Run all tests, the slow ones too; arguments go to pytest."""
    install(session)
    session.run("python", "-m", "runbook_builder", "render")  # the runtime's tests read the packed runbooks
    session.run(
        "python",
        "-m",
        "pytest",
        "-m",
        "not crosscheck",
        "--dist",
        "loadgroup",
        "--numprocesses",
        "auto",
        *session.posargs,
    )


@nox.session(python=PYTHON)
def match_eval(session: nox.Session) -> None:
    """Score the matcher on files of public reports: `nox -s match_eval -- REPORTS.jsonl RANKING.md`."""
    install(session)
    session.run("python", "tests/match/evaluate.py", *session.posargs)


@nox.session(python=PYTHON)
def wheel(session: nox.Session) -> None:
    """Build what users install, with the index and every runbook in it, into dist/."""
    install(session)
    session.run("python", "-m", "runbook_builder", "render")
    session.install("build")
    session.run("python", "-m", "build", "--outdir", "dist")


@nox.session(python=["3.11", "3.13"], requires=["wheel"])
def runtime(session: nox.Session) -> None:
    """Run the tests of what users install: the wheel, in an environment that holds nothing else but pytest."""
    (built,) = Path("dist").glob("*.whl")
    session.install("pytest", str(built))
    session.run("python", "-m", "pytest", "tests/runtime", *session.posargs)


@nox.session(python=PYTHON)
def lint(session: nox.Session) -> None:
    """Check style, and the workflow files against their schemas."""
    session.install("--require-hashes", "-r", "requirements/workshop.txt")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    workflows = sorted(str(path) for path in Path(".github/workflows").glob("*.yml"))
    session.run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", *workflows)
    session.run("check-jsonschema", "--builtin-schema", "vendor.readthedocs", ".readthedocs.yaml")


@nox.session(python=PYTHON)
def types(session: nox.Session) -> None:
    """Check types, strictly."""
    session.install("--require-hashes", "-r", "requirements/workshop.txt")
    session.run("mypy")


@nox.session(python=PYTHON)
def lock(session: nox.Session) -> None:
    """Pin the tools and every JAX release of pyproject.toml with hashes in requirements/."""
    session.install("uv")
    compile_ = ("uv", "pip", "compile", "--universal", "--generate-hashes", "--no-header", "--quiet", "--upgrade")
    least = ("--python-version", ".".join(map(str, LEAST)))
    session.run(
        *compile_, *least, "pyproject.toml", "--group", "workshop", "--output-file", "requirements/workshop.txt"
    )
    wanted = {release: f"jax=={release}\njaxlib=={release}\n" for release in FACTS["releases"]}
    wanted[f"{PRIMARY}-cuda"] = f"jax[cuda13]=={PRIMARY} ; sys_platform == 'linux'\n"
    for name, requirement in wanted.items():
        source = Path(session.create_tmp(), f"jax-{name}.in")
        # flatbuffers is an undeclared need of jax.export; releases before 0.6 need absl-py as well.
        source.write_text(requirement + "flatbuffers\nabsl-py\n", encoding="utf-8")
        session.run(*compile_, *least, str(source), "--no-annotate", "--output-file", f"requirements/jax-{name}.txt")
