from __future__ import annotations

import builtins

import pytest

from runbook_builder import mutation


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("export.export(jax.jit(f), platforms=['cuda'])(spec)", ("call", "export")),
        ("f(x)", ("call", "f")),
        ("y = f(g(x))", ("call", "f")),
        ("f(x)(y)", ("call", "f")),
        ("(lambda: 1)()", ("call", "")),
        ("a + f(b)", ("operator", "Add")),
        ("-a", ("operator", "USub")),
        ("a += b", ("operator", "Add")),
        ("a < b", ("operator", "Lt")),
        ("x[0]", ("index", "")),
        ("x[0] = 1", ("index", "")),
        ("import jax", None),
        ("x", None),
    ],
)
def test_operation_is_the_outermost(source: str, key: mutation.Key | None) -> None:
    assert mutation.operation(source) == key


def test_names_read_and_made() -> None:
    sources = ["import jax.numpy as jnp, os.path", "def f(x):\n    y = x\n", "for i in z: w = i", "class C: pass"]
    assert mutation.binds(sources) == {"jnp", "os", "f", "y", "i", "w", "C"}
    assert mutation.imported_from_jax(sources) == {"jnp"}
    assert mutation.imports(["from jax import export as e\nimport numpy as np"]) == {"e": "jax.export", "np": "numpy"}


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("print(x + y)", ("operator", "Add")),
        ("(x + y).block_until_ready()", ("operator", "Add")),
        ("with jax.default_device(d):\n    x + y", ("operator", "Add")),
        ("float(f(x))", ("call", "f")),
        ("int(x)", ("call", "int")),
        ("y = f(x)[0]", ("index", "")),
    ],
)
def test_what_failed_is_not_what_shows_it(source: str, key: tuple[str, str]) -> None:
    assert mutation.operation(source) == key


@pytest.mark.parametrize(
    "source",
    ["isinstance(z, A)", "print(isinstance(z, A))", "type(z).__name__", "z is not None", "(callable(z), z is None)"],
)
def test_kinds_are_no_values(source: str) -> None:
    assert mutation.tells_no_value(source)


@pytest.mark.parametrize("source", ["z", "print(z)", "z.shape", "len(z)", "(isinstance(z, A), z)"])
def test_values_are_values(source: str) -> None:
    assert not mutation.tells_no_value(source)


def test_guards_with_their_names_left_open() -> None:
    first, second = mutation.guards("if ok(x): f(x)"), mutation.guards("if ok(y): f(y)")
    assert first == second != []
    assert mutation.guards("if x.ndim: f(x)") != first
    assert mutation.guards("if True: f(x)") == []


def test_names_read_at_any_depth() -> None:
    assert mutation.loads("f(x).y + z[0]") == {"f", "x", "z"}


@pytest.mark.parametrize(
    ("source", "key", "without"),
    [
        ("a.f(x)", ("call", "f"), "object()"),
        ("g(a.f(x))", ("call", "f"), "g(object())"),
        ("f(x)(y)", ("call", "f"), "object()"),
        ("a + b * c", ("operator", "Mult"), "a + object()"),
        ("a += b", ("operator", "Add"), "pass"),
        ("x[0] = 1", ("index", ""), "_ = 1"),
        ("g(x)", ("call", "f"), "g(x)"),
    ],
)
def test_without_operation(source: str, key: mutation.Key, without: str) -> None:
    assert mutation.without_operation([source], key) == (without + "\n",)
    assert mutation.has([source], key) is (without != source)


def test_without_calls() -> None:
    sources = ["x = jnp.linalg.norm(y)", "jax.jit(f)(x)", "f(x)", "print(jnp.ones(3))"]
    assert mutation.without_calls(sources, {"jax", "jnp"}) == (
        "x = object()\n",
        "object()\n",
        "f(x)\n",
        "print(object())\n",
    )


def test_guards_are_forced_outside_of_functions_only() -> None:
    source = "def f(x):\n    if x:\n        return 1\n"
    assert not mutation.is_guarded(source)
    assert mutation.with_guards([source, "if a:\n    b\nelse:\n    c\n", "b if a else c"], passing=False) == (
        "def f(x):\n    if x:\n        return 1\n",
        "if False:\n    b\nelse:\n    c\n",
        "b if False else c\n",
    )
    assert mutation.is_guarded("b if a else c")


@pytest.mark.parametrize(
    ("source", "asked"),
    [
        ("id(a) == id(b)", True),
        ("a is b", True),
        ("a is not b", True),
        ("a is None", False),
        ("a == b", False),
        ("is_(a)", False),
    ],
)
def test_compares_identity(source: str, asked: bool) -> None:
    assert mutation.compares_identity([source]) is asked


TRY = """\
try:
    first()
    second()
except ValueError as err:
    if 'x' not in str(err):
        raise
    result = 1
"""


def test_handlers_know_their_lines() -> None:
    assert mutation.handlers(TRY) == (mutation.Handler(tried=range(2, 4), handled=range(5, 8)),)
    assert mutation.handlers("f()") == ()


def test_handlers_emptied() -> None:
    (emptied,) = mutation.with_handlers_emptied([TRY])
    assert emptied == "try:\n    first()\n    second()\nexcept ValueError as err:\n    pass\n"


@pytest.mark.parametrize("exception", ["ValueError", "json.decoder.JSONDecodeError"])
def test_another_error_in_the_place_of_a_line(exception: str) -> None:
    """The class may ask for arguments that only its library has."""
    changed = mutation.with_error(TRY.replace("ValueError", "LookupError"), 3, exception, "unrelated")
    ran: list[str] = []
    names = {"__builtins__": builtins, "first": lambda: ran.append("first"), "second": lambda: ran.append("second")}
    with pytest.raises(ValueError, match="unrelated") as error:
        exec(compile(changed, "changed", "exec"), names)  # noqa: S102
    assert error.type.__name__ == exception.rpartition(".")[2]
    assert ran == ["first"]


FILTERED = """\
with warnings.catch_warnings():
    warnings.filterwarnings('ignore', message='a')
    f()
"""


def test_filters_of_warnings_are_taken_away_and_spoken_past() -> None:
    (shown,) = mutation.without_filters([FILTERED])
    assert "filterwarnings" not in shown
    assert "simplefilter('always')" in shown
    (spoken,) = mutation.with_warning([FILTERED], "UserWarning", "other")
    lines = [line.strip() for line in spoken.splitlines()]
    assert lines[1:] == [
        "warnings.filterwarnings('ignore', message='a')",
        "__import__('warnings').warn('other', UserWarning)",
        "f()",
    ]
    assert mutation.without_filters(["f()"]) == ("f()\n",)
