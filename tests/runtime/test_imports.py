"""What the shipped package imports, and what its import costs."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import jax_runbooks

PACKAGE = Path(jax_runbooks.__file__).parent

WATCH = """
import sys
opened, before = [], set(sys.modules)
sys.addaudithook(lambda event, arguments: opened.append(arguments[0]) if event == "open" else None)
import jax_runbooks
found = [sorted(set(sys.modules) - before), sorted({one for one in opened if isinstance(one, str)})]
import json
print(json.dumps(found))
"""


def test_standard_library_only() -> None:
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                root = name.partition(".")[0]
                if (path.name, root) in (("pytest_plugin.py", "pytest"), ("mcp_server.py", "mcp")):
                    continue  # loaded by these alone
                assert root == "jax_runbooks" or root in sys.stdlib_module_names, f"{path.name} imports {name}"


def test_import_costs_nothing() -> None:
    """In a bare interpreter the import brings no other module, not even ``typing``, and reads no file but its own."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n{WATCH}"],
        capture_output=True,
        text=True,
        check=True,
    )
    modules, opened = json.loads(done.stdout)
    assert modules == ["__future__", "jax_runbooks"]
    assert {Path(name).name.partition(".")[0] for name in opened} <= {"__init__", "__future__"}
