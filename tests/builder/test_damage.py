"""Damaged copies of the four first records, one damage each: every one must stop the whole line for its own reason.

Each runs the command behind ``nox -s site`` in a project that holds the damaged record alone. Undamaged blocks come from
the cache of one honest run, so that each case runs what was damaged and little more.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from bs4 import BeautifulSoup

from runbook_builder import build
from runbook_builder.line import open_line
from runbook_builder.project import open_project

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
STARTED = "backend-already-initialized"
SEVERAL = "backend-in-multi-platform-lowering"
CALLBACK = "callback-in-cross-platform-export"
DEVICES = "execution-devices-of-another-client"
PATHS = {path.stem: path for path in sorted((ROOT / "records").rglob("*.yaml"))}
RECORDS = {slug: PATHS[slug] for slug in (STARTED, SEVERAL, CALLBACK, DEVICES)}

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("damage")]


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as literal blocks, as authors do."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else '"'),
)


def project_with(folder: Path, slugs: list[str], change: Callable[[dict[str, Any]], None] | None = None) -> Path:
    """Make a project that holds copies of records, the first of them changed, and an older site."""
    for name in ("pyproject.toml", "mkdocs.yml", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("errors", "api", "e", "ledger"))
    (folder / "generator" / "jax_runbooks").mkdir(parents=True)
    for number, slug in enumerate(slugs):
        data = yaml.safe_load(RECORDS[slug].read_text(encoding="utf-8"))
        if change and number == 0:
            change(data)
        place = folder / "records" / RECORDS[slug].parent.name / f"{slug}.yaml"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(
            yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=10**6), encoding="utf-8"
        )
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text("the older site", encoding="utf-8")
    return folder


def run_line(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command that ``nox -s site`` runs."""
    command = [sys.executable, "-m", "runbook_builder", *(arguments or ("build",))]
    return subprocess.run(
        command, cwd=project, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "200"}
    )


@pytest.fixture(scope="session")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the four records as they are, built once."""
    project = project_with(tmp_path_factory.mktemp("honest"), sorted(RECORDS))
    done = run_line(project)
    assert done.returncode == 0, done.stderr
    assert (project / "site" / "index.html").read_text(encoding="utf-8") != "the older site"
    return project


@dataclass(frozen=True)
class Damage:
    name: str
    slug: str
    change: Callable[[dict[str, Any]], None]
    reason: str


def put(*place: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return a change that puts ``value`` (or what it makes of the old value) at a place of a record."""

    def change(data: dict[str, Any]) -> None:
        holder: Any = data
        for part in place[:-1]:
            holder = holder[part]
        holder[place[-1]] = value(holder[place[-1]]) if callable(value) else value

    return change


def words(old: str, new: str) -> Callable[[str], str]:
    """Return a change of a text, which must hold ``old``."""

    def change(text: str) -> str:
        assert old in text, f"{old!r} is not in the text that is to be damaged"
        return text.replace(old, new)

    return change


FIX = ("causes", 0, "fixes", 0, "code")
REPRODUCE = ("causes", 0, "reproduce")
CALL = "double = deserialize_and_load(payload, in_tree, out_tree, execution_devices=devices)"

RESULT = ">>> double(jnp.arange(3.0))\nArray([0., 2., 4.], dtype=float32)\n"
SWALLOWED = """>>> def loud(x):
...     jax.debug.print("{x}", x=x)
...     return x
...
>>> try:
...     exported = export.export(jax.jit(loud), platforms=['cuda'])(spec)
... except ValueError:
...     kept = True
...
>>> exported.platforms"""

FALLBACK = f""">>> try:
...     double = deserialize_and_load(payload)
... except Exception:
...     {CALL}
...
"""
OWN_ERROR = """>>> import jax
>>> def f(x):
...     raise RuntimeError('Backend cpu already initialized')
...
>>> f(1)
Traceback (most recent call last):
    ...
RuntimeError: Backend cpu already initialized
"""
PROVOKING = """try:
...         export.export(jax.jit(fun), platforms=['cuda'])(*specs)
...     except ValueError:
...         return False
...     return True"""

DAMAGES = [
    Damage(
        "signature-word",
        STARTED,
        put("signatures", 0, "message", value=words("initialized", "initialised")),
        "other text",
    ),
    Damage(
        "signature-literal-for-hole",
        DEVICES,
        put("signatures", 0, "message", value=words("{device_client}", "none")),
        "other text",
    ),
    Damage("other-class", DEVICES, put("signatures", 0, "exception", value="TypeError"), "raises no TypeError"),
    Damage(
        "other-class-there", STARTED, put("signatures", 0, "exception", value="jax.errors.RuntimeError"), "other class"
    ),
    Damage(
        "other-raise-site", SEVERAL, put("raised_in", 0, "function", value="register_lowering"), "not proved: raised in"
    ),
    Damage("raise-site-made-up", CALLBACK, put("raised_in", 0, "function", value="ModuleContext.no_such"), "has no"),
    Damage("raise-site-native", STARTED, put("raised_in", 0, "kind", value="native"), "(native)"),
    Damage(
        "reproducer-as-fix",
        STARTED,
        lambda data: put(*FIX, value=data["causes"][0]["reproduce"])(data),
        "a fix runs clean",
    ),
    Damage("fix-raises", DEVICES, put(*FIX, value=words(CALL, CALL.replace("devices)", "[])"))), "fix fails"),
    Damage("fix-is-arithmetic", STARTED, put(*FIX, value=">>> 1 + 1\n2\n"), "does not occur in the fix"),
    Damage(
        "fix-ends-in-constant", DEVICES, put(*FIX, value=lambda text: text + ">>> 1 + 1\n2\n"), "stays the same without"
    ),
    Damage("fix-is-pass", CALLBACK, put(*FIX, value=">>> pass\n"), "without a checked result"),
    Damage(
        "fix-unchecked",
        DEVICES,
        put(*FIX, value=words(">>> double(jnp.arange(3.0))\nArray([0., 2., 4.], dtype=float32)\n", "")),
        "without a checked result",
    ),
    Damage(
        "fix-other-set-up",
        DEVICES,
        put(*FIX, value=lambda text: text.replace("payload", "data")),
        "is not made in the fix",
    ),
    Damage("fix-undefined-name", CALLBACK, put(*FIX, value=words("(spec)", "(spek)")), "name 'spek' is not defined"),
    Damage(
        "fix-api-missing", CALLBACK, put(*FIX, value=words("jnp.tanh", "jnp.no_such")), "jax.numpy' has no attribute"
    ),
    Damage(
        "fix-exits-early",
        STARTED,
        put(*FIX, value=lambda text: ">>> import os\n>>> os._exit(0)\n" + text),
        "exited early",
    ),
    Damage(
        "fix-crashes",
        STARTED,
        put(*FIX, value=lambda text: ">>> import os\n>>> os.kill(os.getpid(), 11)\n" + text),
        "SIGSEGV",
    ),
    Damage("fix-value-wrong", STARTED, put(*FIX, value=words("\n3\n", "\n4\n")), "output differs"),
    Damage(
        "fix-deprecated",
        STARTED,
        put(*FIX, value=lambda text: ">>> import warnings\n>>> warnings.warn('old', DeprecationWarning)\n" + text),
        "warns: DeprecationWarning",
    ),
    Damage(
        "fix-logs-error",
        STARTED,
        put(*FIX, value=lambda text: ">>> import logging\n>>> logging.getLogger('jax').error('bad')\n" + text),
        "logs an error: jax: bad",
    ),
    Damage(
        "fix-falls-back",
        DEVICES,
        put(*FIX, value=words(f">>> {CALL}\n", FALLBACK)),
        "its handler at 'try:' is entered",
    ),
    Damage(
        "fix-hides-warnings",
        DEVICES,
        put(*FIX, value=lambda text: ">>> import warnings\n>>> caught = warnings.catch_warnings()\n" + text),
        "it uses 'catch_warnings'",
    ),
    Damage(
        "fix-on-other-things",
        STARTED,
        put(*FIX, value=words("'cpu', three_cpus)", "'cpu', lambda: three())")),
        "fix fails",
    ),
    Damage(
        "fix-without-jax",
        STARTED,
        lambda data: data["causes"][0]["fixes"][0].update(
            code=">>> import math\n>>> math.floor(3.7)\n3\n", differs="It is done in another way."
        ),
        "without any call of JAX",
    ),
    Damage(
        "fix-for-no-release",
        STARTED,
        lambda data: data["causes"][0]["fixes"].append(
            {**data["causes"][0]["fixes"][0], "code": ">>> nonsense(1)\n42\n", "versions": ">=99"}
        ),
        "ran on no such release",
    ),
    Damage(
        "pins-without-jax",
        STARTED,
        put("requires", "pins", value=["numpy"]),
        "No module named",
    ),
    Damage(
        "error-of-the-fence-itself",
        STARTED,
        lambda data: (
            put("raised_in", 0, value={"kind": "python", "reason": "the runtime"})(data),
            put(*REPRODUCE, value=OWN_ERROR)(data),
        ),
        "raised in no JAX frame",
    ),
    Damage(
        "error-of-a-callback",
        STARTED,
        put(*REPRODUCE, value=OWN_ERROR.replace(">>> f(1)", ">>> jax.tree.map(f, 1)")),
        "the record's raise site is",
    ),
    Damage(
        "guards-that-are-constants",
        DEVICES,
        put(
            "check",
            value=lambda text: text.replace("if owned_by(kept)", "if False").replace("if owned_by(fresh)", "if True"),
        ),
        "ask the same of both inputs",
    ),
    Damage(
        "guard-that-provokes",
        CALLBACK,
        put("check", value=words("return not needs_host(jax.jit(fun).trace(*specs).jaxpr)", PROVOKING)),
        "the guard provokes the error",
    ),
    Damage(
        "catch-all-beside",
        DEVICES,
        put(
            "catch",
            value=lambda text: text.replace(
                "...\n>>> double(", "... except Exception:\n...     double = None\n...\n>>> double("
            ),
        ),
        "swallows an unrelated ZeroDivisionError",
    ),
    Damage(
        "fix-swallows",
        CALLBACK,
        put(*FIX, value=words(">>> exported.platforms", SWALLOWED)),
        "is swallowed there",
    ),
    Damage(
        "fix-without-jit",
        CALLBACK,
        put(*FIX, value=words(">>> spec =", ">>> jax.config.update('jax_disable_jit', False)\n>>> spec =")),
        "keeps 'jit' on",
    ),
    Damage(
        "fix-checks-the-kind",
        DEVICES,
        put(*FIX, value=words(RESULT, ">>> isinstance(double(jnp.arange(3.0)), jax.Array)\nTrue\n")),
        "check its value",
    ),
    Damage(
        "ellipsis-without-hole",
        DEVICES,
        put(*FIX, value=words("Array([0., 2., 4.], dtype=float32)", "Array(...)")),
        "where no hole is",
    ),
    Damage(
        "catch-swallows-all",
        DEVICES,
        put(
            "catch", value=words("    if 'belong to a client other than' not in str(err):\n...         raise\n... ", "")
        ),
        "swallows an unrelated ValueError",
    ),
    Damage(
        "catch-passes",
        CALLBACK,
        put(
            "catch",
            value=lambda text: (
                text[: text.index(">>> try")]
                + ">>> try:\n...     exported = export.export(jax.jit(with_numpy), platforms=['cuda'])(spec)\n... except ValueError:\n...     pass\n...\n>>> spec.shape\n(3,)\n"
            ),
        ),
        "empty handler",
    ),
    Damage(
        "catch-never-entered",
        STARTED,
        put(
            "catch",
            value=words(
                "...     backend.register_backend_factory('cpu', three_cpus)\n... except",
                "...     backend.clear_backends(); backend.register_backend_factory('cpu', three_cpus)\n... except",
            ),
        ),
        "never entered",
    ),
    Damage(
        "catch-other-class",
        SEVERAL,
        put("catch", value=words("except NotImplementedError", "except KeyError")),
        "raised 'NotImplementedError",
    ),
    Damage(
        "catch-other-error",
        STARTED,
        put(
            "catch",
            value=words(
                "...     backend.register_backend_factory('cpu', three_cpus)\n... except",
                "...     raise RuntimeError('Backend cpu already initialized')\n... except",
            ),
        ),
        "in the 'try' body it raised in no JAX frame",
    ),
    Damage(
        "check-always-accepts",
        DEVICES,
        put("check", value=words("len(devices) > 0 and all(d.client == client for d in devices)", "True")),
        "the page shows no error",
    ),
    Damage(
        "check-always-refuses",
        DEVICES,
        put("check", value=words("len(devices) > 0 and all(d.client == client for d in devices)", "False")),
        "output differs",
    ),
    Damage(
        "check-refuses-and-says-so",
        DEVICES,
        put(
            "check",
            value=lambda text: text.replace(
                "len(devices) > 0 and all(d.client == client for d in devices)", "False"
            ).replace("[0. 2. 4.]", "refused: devices of another client"),
        ),
        "the guard does not decide",
    ),
    Damage(
        "check-by-identity",
        CALLBACK,
        put("check", value=words("return not needs_host(jax.jit(fun).trace(*specs).jaxpr)", "return fun is not noisy")),
        "compares identity",
    ),
    Damage(
        "check-without-the-error",
        SEVERAL,
        put(
            "check",
            value=lambda text: (
                text[: text.index(">>> export.export(jax.jit(model)")] + text[text.index(">>> if can_export(model") :]
            ),
        ),
        "unguarded, raising this error",
    ),
    Damage(
        "reproduces-nothing",
        STARTED,
        put(*REPRODUCE, value=words(">>> weights = jax.numpy.ones(3)\n", "")),
        "nothing raised",
    ),
    Damage(
        "reproduces-another",
        STARTED,
        put(
            *REPRODUCE,
            value=words(
                ">>> backend.register_backend_factory('cpu', three_cpus)\n", ">>> backend.get_backend('none')\n"
            ),
        ),
        "other text",
    ),
    Damage(
        "reproduces-with-other-text",
        CALLBACK,
        put(*REPRODUCE, value=words("platform cuda\n", "platform tpu\n")),
        "other text",
    ),
    Damage(
        "reproduces-and-prints",
        DEVICES,
        put(*REPRODUCE, value=words(">>> deserialize_and_load(", ">>> print('x'); deserialize_and_load(")),
        "before it raised",
    ),
    Damage(
        "fence-hides-the-way-back",
        STARTED,
        put("signatures", 0, "message", value="Backend {name} already {state}"),
        "the matcher",
    ),
]


def answer_for_all(project: Path) -> None:
    """Give the matcher a second record whose signature fits as well, and better."""
    data = yaml.safe_load(RECORDS[DEVICES].read_text(encoding="utf-8"))
    data["signatures"].append(
        {"exception": "RuntimeError", "message": "Backend {name} already initialized", "versions": None}
    )
    path = project / "records" / "export" / f"{DEVICES}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(yaml.dump(data, Dumper=_Dumper, sort_keys=False, width=10**6), encoding="utf-8")


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.name)
def test_a_damaged_record_stops_the_site(damage: Damage, honest: Path, tmp_path: Path) -> None:
    project = project_with(tmp_path, [damage.slug], damage.change)
    shutil.copytree(honest / ".cache", project / ".cache")
    if damage.name == "fence-hides-the-way-back":
        answer_for_all(project)
    done = run_line(project)
    assert done.returncode == 1, done.stdout + done.stderr
    assert damage.reason in done.stderr
    assert "Traceback" not in done.stderr.replace("'Traceback", "")
    assert (project / "site" / "index.html").read_text(encoding="utf-8") == "the older site"


def test_the_line_is_well_with_each_record_alone(honest: Path, tmp_path: Path) -> None:
    """The damages are refused for what was damaged, not for how the copies are made."""
    for slug in sorted(RECORDS):
        project = project_with(tmp_path / slug, [slug]) if (tmp_path / slug).mkdir() is None else tmp_path
        shutil.copytree(honest / ".cache", project / ".cache")
        done = run_line(project, "verify")
        assert done.returncode == 0, done.stderr


def test_a_ledger_edited_to_passed_does_not_help(honest: Path, tmp_path: Path) -> None:
    change = put(*FIX, value=words("\n3\n", "\n4\n"))
    project = project_with(tmp_path, [STARTED], change)
    shutil.copytree(honest / ".cache", project / ".cache")
    assert run_line(project).returncode == 1
    written = list((project / "docs" / "ledger" / STARTED).glob("*.json"))
    assert len(written) == 1
    ledger = json.loads(written[0].read_text(encoding="utf-8"))
    assert [one["outcome"] for one in ledger["verdicts"]].count("output differs") == 1
    for one in ledger["verdicts"]:
        one |= {"outcome": "as documented", "detail": ""}
    written[0].write_text(json.dumps(ledger), encoding="utf-8")
    done = run_line(project)
    assert done.returncode == 1
    assert "output differs" in done.stderr
    assert (project / "site" / "index.html").read_text(encoding="utf-8") == "the older site"


def test_building_twice_changes_no_byte(honest: Path) -> None:
    def files() -> dict[str, bytes]:
        parts = [honest / "docs", honest / "site", honest / "generator"]
        return {str(path): path.read_bytes() for part in parts for path in sorted(part.rglob("*")) if path.is_file()}

    before = files()
    assert run_line(honest).returncode == 0
    after = files()
    changed = [name for name in before | after if before.get(name) != after.get(name)]
    # MkDocs writes the day of the build into its site map, nothing else may differ.
    assert [name for name in changed if "sitemap" not in name] == []


def test_what_lacks_an_address_is_left_out_and_named(honest: Path) -> None:
    done = run_line(honest)
    assert "left out: canonical addresses and sitemap (site-url" in done.stdout
    assert "left out: edit links (repo-url" in done.stdout
    page = (honest / "site" / "errors" / STARTED / "index.html").read_text(encoding="utf-8")
    assert 'rel="canonical"' not in page
    assert "edit this runbook" not in page
    assert not (honest / "site" / "sitemap.xml").exists()


def test_addresses_are_used_where_they_are_set(honest: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(honest, project)
    settings = (project / "pyproject.toml").read_text(encoding="utf-8")
    settings = words('site-url = ""', 'site-url = "https://runbooks.example/"')(settings)
    settings = words('repo-url = ""', 'repo-url = "https://code.example/runbooks"')(settings)
    (project / "pyproject.toml").write_text(settings, encoding="utf-8")
    done = run_line(project)
    assert done.returncode == 0, done.stderr
    assert "left out" not in done.stdout
    page = (project / "site" / "errors" / STARTED / "index.html").read_text(encoding="utf-8")
    assert f'<link rel="canonical" href="https://runbooks.example/errors/{STARTED}/">' in page
    assert f'href="https://code.example/runbooks/edit/main/records/backends/{STARTED}.yaml"' in page
    assert f"https://runbooks.example/errors/{STARTED}/" in (project / "site" / "sitemap.xml").read_text(
        encoding="utf-8"
    )


def test_the_site_holds_exactly_the_fences_that_ran(honest: Path) -> None:
    done = run_line(honest)
    counts = re.search(r"(\d+) fences run, (\d+) from cache, (\d+) not run here", done.stdout.splitlines()[-1])
    assert counts is not None
    shown = {}
    for path in sorted((honest / "site").rglob("index.html")):
        for fence in BeautifulSoup(path.read_text(encoding="utf-8"), "html.parser").select("div.doctest"):
            shown[fence["id"]] = fence.get_text()
    ran = {claim.doctest.id: claim.doctest.code for claim in build.all_claims(open_line(open_project(honest)))}
    assert len(ran) == int(counts[1]) + int(counts[2])
    assert {name: text.strip("\n") for name, text in shown.items()} == {
        name: code.strip("\n") for name, code in ran.items()
    }


def test_each_id_leads_to_its_page_and_its_json(honest: Path) -> None:
    for slug, path in RECORDS.items():
        identity = yaml.safe_load(path.read_text(encoding="utf-8"))["id"]
        assert f"../../errors/{slug}/" in (honest / "site" / "e" / identity / "index.html").read_text(encoding="utf-8")
        data = json.loads((honest / "site" / "api" / "errors" / f"{identity}.json").read_text(encoding="utf-8"))
        assert (data["record"]["id"], data["record"]["slug"]) == (identity, slug)
        assert f"<code>{identity}</code>" in (honest / "site" / "errors" / slug / "index.html").read_text(
            encoding="utf-8"
        )
