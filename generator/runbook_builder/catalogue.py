"""The catalogue: what the installed JAX says about its own errors, read from its source without importing it."""

from __future__ import annotations

import ast
import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jax_runbooks.signature import Template

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COMMIT = re.compile(r"^_git_hash\b[^=]*= *['\"]([0-9a-f]{40})['\"]", re.MULTILINE)
COMPUTED = "(computed)"
"""Stands for the class where a statement raises what an expression gives."""
_BEFORE = 6
"""Lines shown above a raise statement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """One ``raise`` statement."""

    exception: str
    """The class as written there, without its module; empty for a bare re-raise."""
    text: str
    """All literal text of the statement, piece after piece."""
    first: int
    last: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """One function of JAX and what it raises."""

    file: str
    """Path below the folder that holds ``jax/``, with slashes."""
    starts: tuple[int, ...]
    """First line of each definition: a name may be defined under every branch of an ``if``."""
    raises: tuple[Raise, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """The lines that raise an error, for a page."""

    module: str
    function: str
    file: str
    first: int
    last: int
    code: str
    """Those lines with a little before them, as they stand in the installed JAX."""


def commit(package: Path) -> str | None:
    """Return the commit that the installed JAX was built from, where its wheel says so (since 0.8.3)."""
    found = _COMMIT.search((package / "version.py").read_text(encoding="utf-8"))
    return found[1] if found else None


def function(package: Path, module: str, name: str) -> Function | None:
    """Return a function of the installed JAX by module and qualified name, or ``None``."""
    parts = module.split(".")
    if parts[0] != "jax" or not all(part.isidentifier() for part in parts):
        return None
    base = package.joinpath(*parts[1:])
    path = next((path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()), None)
    if path is None:
        return None
    found = _functions(path).get(name)
    if found is None:
        return None
    raises = [_raise(node) for one in found for node in ast.walk(one) if isinstance(node, ast.Raise)]
    return Function(
        file=path.relative_to(package.parent).as_posix(),
        starts=tuple(one.lineno for one in found),
        raises=tuple(sorted(raises, key=lambda one: one.first)),
    )


def excerpt(package: Path, module: str, name: str, exception: str, message: str) -> Excerpt | None:
    """Return the lines of a raise site, or ``None`` where the installed JAX has no such ``raise``."""
    where = function(package, module, name)
    found = _best(where.raises, exception, message) if where else None
    if where is None or found is None:
        return None
    lines = (package.parent / where.file).read_text(encoding="utf-8").splitlines()
    first = max(found.first - _BEFORE, *(start for start in where.starts if start <= found.first))
    code = "\n".join(lines[first - 1 : found.last])
    return Excerpt(module=module, function=name, file=where.file, first=found.first, last=found.last, code=code)


def _best(raises: tuple[Raise, ...], exception: str, message: str) -> Raise | None:
    """Return the statement whose class and literal text are those of a signature."""
    bare = exception.rpartition(".")[2]
    pieces = [piece.strip() for piece in Template.parse(message).literals if piece.strip()]
    fitting = [one for one in raises if one.exception == bare and all(piece in one.text for piece in pieces)]
    return fitting[0] if fitting else None


@functools.cache
def _functions(path: Path) -> dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]]:
    found: dict[str, list[ast.FunctionDef | ast.AsyncFunctionDef]] = {}

    def walk(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):  # functions stand in statements
                continue
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                found.setdefault(prefix + child.name, []).append(child)
                walk(child, f"{prefix}{child.name}.<locals>.")
            else:
                walk(child, f"{prefix}{child.name}." if isinstance(child, ast.ClassDef) else prefix)

    walk(ast.parse(path.read_text(encoding="utf-8"), str(path)), "")
    return found


def _raise(node: ast.Raise) -> Raise:
    made = node.exc
    called = made.func if isinstance(made, ast.Call) else made
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    name = name or ("" if made is None else COMPUTED)
    text = "".join(_literals(node))
    return Raise(exception=name, text=text, first=node.lineno, last=node.end_lineno or node.lineno)


def _literals(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
        return
    for child in ast.iter_child_nodes(node):
        yield from _literals(child)
