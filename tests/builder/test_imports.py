"""Who knows what: each tool of the workshop is imported in one file."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.builder.conftest import ROOT

PACKAGE = ROOT / "generator" / "runbook_builder"


def importers() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found[alias.name.partition(".")[0]].add(name)
            elif isinstance(node, ast.ImportFrom) and node.module:
                found[node.module.partition(".")[0]].add(name)
    return found


def test_one_file_each() -> None:
    found = importers()
    assert found["yaml"] == {"source.py"}
    assert found["pydantic"] == {"record.py"}
    assert found["jinja2"] == {"page.py"}
    assert found["markdown_it"] == {"prose.py"}
    assert {name.partition("/")[0] for name in found["jax"]} == {"_child"}
    assert len(found["jax"]) == 1
    assert "mkdocs" not in found
    assert "jaxlib" not in found


def test_the_child_knows_the_standard_library_and_jax_alone() -> None:
    for name, files in importers().items():
        assert name != "runbook_builder" or not any(file.startswith("_child/") for file in files)
