"""Changes to the code of a fence that a proof needs: without a call, with a guard forced, with another error.

Works on syntax trees only; what comes out is run, never shown.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

type Key = tuple[str, str]
"""Kind and name of an operation: ``("call", "export")``, ``("operator", "Add")``, ``("index", "")``."""


#: Calls that only show or convert what an operation inside them makes.
_SHOWING = {"print", "repr", "str", "float", "int", "bool", "list", "tuple", "len", "asarray", "array"}
_SHOWING |= {"block_until_ready", "tolist", "item"}


def operation(source: str) -> Key | None:
    """Return the outermost operation of a statement that does more than show another: what failed in a reproducer."""
    tree: ast.AST = ast.parse(source).body[-1]
    while isinstance(tree, ast.With | ast.AsyncWith):
        tree = tree.body[-1]
    keys = [key for node in ast.walk(tree) if (key := _key(node))]  # breadth first: the outermost comes first
    return next((key for key in keys if key[1] not in _SHOWING), keys[0] if keys else None)


def _key(node: ast.AST) -> Key | None:
    match node:
        case ast.Call(func=func):
            while isinstance(func, ast.Call):
                func = func.func
            if isinstance(func, ast.Attribute):
                return ("call", func.attr)
            return ("call", func.id) if isinstance(func, ast.Name) else ("call", "")
        case ast.BinOp(op=op) | ast.UnaryOp(op=op) | ast.AugAssign(op=op):
            return ("operator", type(op).__name__)
        case ast.Compare(ops=ops):
            return ("operator", type(ops[0]).__name__)
        case ast.Subscript():
            return ("index", "")
        case _:
            return None


def loads(source: str) -> set[str]:
    """Return the names that a statement reads."""
    return {n.id for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}


def binds(sources: Sequence[str]) -> set[str]:
    """Return the names that statements make at any depth: assigned, imported, defined."""
    made: set[str] = set()
    for node in (node for source in sources for node in ast.walk(ast.parse(source))):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                made.add(name)
            case ast.alias(name=name, asname=other):
                made.add(other or name.partition(".")[0])
    return made


def imported_from_jax(sources: Sequence[str]) -> set[str]:
    """Return the names that statements import from JAX."""
    return {name for name, what in imports(sources).items() if what.partition(".")[0] == "jax"}


def has(sources: Sequence[str], key: Key, names: set[str] | None = None) -> bool:
    """Whether the operation ``key`` occurs in the statements and, with ``names``, reads one of them."""
    found = [node for source in sources for node in ast.walk(ast.parse(source)) if _key(node) == key]
    read = [{n.id for n in ast.walk(node) if isinstance(n, ast.Name)} for node in found]
    return any(not names or names & one for one in read)


def imports(sources: Sequence[str]) -> dict[str, str]:
    """Return what each imported name stands for: ``{"jnp": "jax.numpy"}``."""
    found: dict[str, str] = {}
    for node in (node for source in sources for node in ast.walk(ast.parse(source))):
        match node:
            case ast.Import(names=aliases):
                for alias in aliases:
                    found[alias.asname or alias.name.partition(".")[0]] = (
                        alias.name if alias.asname else alias.name.partition(".")[0]
                    )
            case ast.ImportFrom(module=module, names=aliases):
                found |= {alias.asname or alias.name: f"{module}.{alias.name}" for alias in aliases}
    return found


def without_operation(sources: Sequence[str], key: Key) -> tuple[str, ...]:
    """Return the statements with every operation ``key`` replaced by a value that means nothing."""
    return _rewrite(sources, lambda node: _key(node) == key)


def without_calls(sources: Sequence[str], roots: set[str]) -> tuple[str, ...]:
    """Return the statements with every call on the names ``roots`` replaced by a value that means nothing."""

    def rooted(node: ast.AST) -> bool:
        inner = node.func if isinstance(node, ast.Call) else None
        while isinstance(inner, ast.Attribute | ast.Call | ast.Subscript):
            inner = inner.func if isinstance(inner, ast.Call) else inner.value
        return isinstance(inner, ast.Name) and inner.id in roots

    return _rewrite(sources, rooted)


def _rewrite(sources: Sequence[str], meant: Callable[[ast.AST], bool]) -> tuple[str, ...]:
    class Replace(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            if meant(node):
                if isinstance(node, ast.stmt):
                    return ast.Pass()
                if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
                    return ast.Name("_", ast.Store())
                return ast.Call(ast.Name("object", ast.Load()), [], [])
            return self.generic_visit(node)

    return tuple(_unparse(Replace().visit(ast.parse(source))) for source in sources)


def with_guards(sources: Sequence[str], *, passing: bool) -> tuple[str, ...]:
    """Return the statements with the test of every ``if`` outside of functions forced to ``passing``."""

    class Force(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
            return node

        def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
            return node

        def visit_If(self, node: ast.If) -> ast.AST:
            self.generic_visit(node)
            node.test = ast.Constant(passing)
            return node

        def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
            self.generic_visit(node)
            node.test = ast.Constant(passing)
            return node

    return tuple(_unparse(Force().visit(ast.parse(source))) for source in sources)


def guards(source: str) -> list[str]:
    """Return the tests that :func:`with_guards` forces, each as text with its names left open."""
    return [
        "".join(ast.dump(type("Blank", (ast.NodeTransformer,), {"visit_Name": _blank})().visit(node.test)))
        for node in ast.parse(source).body
        if isinstance(node, ast.If) and any(isinstance(inner, ast.Name) for inner in ast.walk(node.test))
    ]


def _blank(_: ast.NodeTransformer, node: ast.Name) -> ast.Name:
    return ast.Name("_", node.ctx)


def is_guarded(source: str) -> bool:
    """Whether a statement has an ``if`` that :func:`with_guards` forces."""
    return with_guards([source], passing=True) != with_guards([source], passing=False)


#: Ways to make a complaint go away instead of its cause.
_HIDING = {"disable_jit", "jax_disable_jit", "suppress"}
_HIDING |= {"filterwarnings", "simplefilter", "catch_warnings", "resetwarnings", "showwarning", "captureWarnings"}
_HIDING |= {"setLevel", "addFilter", "CRITICAL"}


def hides(sources: Sequence[str]) -> str | None:
    """Return the name by which statements hide a complaint or switch ``jit`` off, or ``None``."""
    for node in (node for source in sources for node in ast.walk(ast.parse(source))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) | ast.Constant(value=str(name)):
                if name in _HIDING:
                    return name
    return None


#: Statements that filter warnings: what a catch for a warning is made of.
_FILTERS = {"filterwarnings", "simplefilter"}


def _is_filter(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name))):
            return name in _FILTERS
        case _:
            return False


def without_filters(sources: Sequence[str]) -> tuple[str, ...]:
    """Return the statements with every call that filters warnings made one that shows all of them."""

    class Replace(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.AST:
            return ast.parse("__import__('warnings').simplefilter('always')").body[0] if _is_filter(node) else node

    return tuple(_unparse(Replace().visit(ast.parse(source))) for source in sources)


def with_warning(sources: Sequence[str], category: str, message: str) -> tuple[str, ...]:
    """Return the statements with a warning of a builtin category after every call that filters warnings."""
    spoken = f"__import__('warnings').warn({message!r}, {category})"

    class Insert(ast.NodeTransformer):
        def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.AST]:
            return [node, ast.parse(spoken).body[0]] if _is_filter(node) else node

    changed = [_unparse(Insert().visit(ast.parse(source))) for source in sources]
    return tuple(part for text in changed for part in _apart(text))


def _apart(text: str) -> tuple[str, ...]:
    """Return statements one by one, as examples of a fence are."""
    return tuple(ast.unparse(node) + "\n" for node in ast.parse(text).body)


def tells_no_value(source: str) -> bool:
    """Whether an expression only says what kind of thing something is (``isinstance``, ``is not None``)."""
    last = ast.parse(source).body[-1]
    return isinstance(last, ast.Expr) and _tells_kind(last.value)


def _tells_kind(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="isinstance" | "hasattr" | "callable" | "type" | "issubclass")):
            return True
        case ast.Call(func=ast.Name(id="print" | "bool" | "str" | "repr"), args=[inner]) | ast.UnaryOp(operand=inner):
            return _tells_kind(inner)
        case ast.Attribute(attr="__name__" | "__class__" | "__qualname__"):
            return True
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
            return True
        case ast.Tuple(elts=inner_) | ast.BoolOp(values=inner_):
            return all(_tells_kind(one) for one in inner_)
        case _:
            return False


def compares_identity(sources: Sequence[str]) -> bool:
    """Whether a statement asks which object something is (``is``, ``id()``, a name); ``is None`` does not count."""
    for node in (node for source in sources for node in ast.walk(ast.parse(source))):
        match node:
            case ast.Call(func=ast.Name(id="id" | "hash")) | ast.Attribute(attr="__name__" | "__qualname__"):
                return True
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], left=left, comparators=[right]):
                if not any(isinstance(side, ast.Constant) for side in (left, right)):
                    return True
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Handler:
    """One ``except`` clause: the lines of its ``try`` body and of its own body, within an example."""

    tried: range
    handled: range


def handlers(source: str) -> tuple[Handler, ...]:
    """Return the ``except`` clauses of a statement."""
    return tuple(
        Handler(tried=_span(node.body), handled=_span(clause.body))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Try)
        for clause in node.handlers
    )


def with_handlers_emptied(sources: Sequence[str]) -> tuple[str, ...]:
    """Return the statements with the body of every ``except`` clause replaced by ``pass``."""

    class Empty(ast.NodeTransformer):
        def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
            node.body = [ast.Pass()]
            return node

    return tuple(_unparse(Empty().visit(ast.parse(source))) for source in sources)


def with_error(source: str, line: int, exception: str, message: str) -> str:
    """Return a statement in which the innermost statement at ``line`` inside a ``try`` body raises another error."""
    module, _, name = exception.rpartition(".")
    # __import__ leaves the fence's own names alone, __new__ does without arguments that only JAX can give.
    cls = f"__import__({module or 'builtins'!r}, fromlist=['x']).{name}"
    thrown = f"raise {cls}.__new__({cls}, {message!r})"

    class Throw(ast.NodeTransformer):
        def visit_Try(self, node: ast.Try) -> ast.AST:
            self.generic_visit(node)
            node.body = [
                ast.parse(thrown).body[0] if line in _span([inner]) and not isinstance(inner, ast.Try) else inner
                for inner in node.body
            ]
            return node

    return _unparse(Throw().visit(ast.parse(source)))


def _span(body: Sequence[ast.stmt]) -> range:
    return range(body[0].lineno, (body[-1].end_lineno or body[-1].lineno) + 1)


def _unparse(tree: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"
