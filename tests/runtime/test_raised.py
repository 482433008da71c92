from __future__ import annotations

import time

import pytest

from jax_runbooks.raised import chain, clean, error_in, frames_of, lines_of, name_of, parse, version_in


def raised(exception: str, message: str) -> tuple[str, str]:
    return (exception, message)


def errors_of(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((one.exceptions[0], one.message) for one in parse(lines_of(clean(text))))


PLAIN = """\
Traceback (most recent call last):
  File "/home/me/train.py", line 7, in <module>
    backend.register_backend_factory('cpu', make)
RuntimeError: Backend cpu already initialized
"""

FILTERED = """\
Traceback (most recent call last):
  File "/home/me/train.py", line 9, in <module>
    step(x)
  File "/home/me/train.py", line 5, in step
    if x > 0:
jax.errors.TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[].
The error occurred while tracing the function step at /home/me/train.py:3 for jit.
See https://docs.jax.dev/en/latest/errors.html#jax.errors.TracerBoolConversionError
--------------------
For simplicity, JAX has removed its internal frames from the traceback of the following exception. \
Set JAX_TRACEBACK_FILTERING=off to include these.
"""

CHAINED = """\
Traceback (most recent call last):
  File "a.py", line 2, in f
    return table[key]
KeyError: 'b'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "a.py", line 9, in <module>
    f()
ValueError: no 'b'
in the table

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "a.py", line 12, in <module>
    g()
ZeroDivisionError: division by zero
"""

UNFILTERED = """\
jax._src.traceback_util.UnfilteredStackTrace: TypeError: Argument 'x' is not a valid JAX type.

The stack trace below excludes JAX-internal frames.
The preceding is the original exception that occurred, unmodified.

--------------------

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "a.py", line 3, in <module>
    f("x")
TypeError: Argument 'x' is not a valid JAX type.
"""

SOURCE = """\
jax.errors.JaxStackTraceBeforeTransformation: ValueError: the platform is different

The preceding stack trace is the source of the JAX operation that, once transformed by JAX, triggered the following \
exception.

--------------------

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "a.py", line 3, in <module>
    f()
ValueError: the platform is different
"""


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        pytest.param("", (), id="nothing"),
        pytest.param("it does not work\nplease help", (), id="words"),
        pytest.param(PLAIN, (raised("RuntimeError", "Backend cpu already initialized"),), id="plain"),
        pytest.param(
            PLAIN.splitlines()[-1], (raised("RuntimeError", "Backend cpu already initialized"),), id="last line"
        ),
        pytest.param(
            PLAIN.replace("\n", "\r\n"), (raised("RuntimeError", "Backend cpu already initialized"),), id="Windows"
        ),
        pytest.param(
            FILTERED,
            (raised("jax.errors.TracerBoolConversionError", "\n".join(FILTERED.splitlines()[5:8]).split(": ", 1)[1]),),
            id="notice of JAX, message of three lines",
        ),
        pytest.param(
            CHAINED,
            (
                raised("ZeroDivisionError", "division by zero"),
                raised("ValueError", "no 'b'\nin the table"),
                raised("KeyError", "'b'"),
            ),
            id="chained, the last first",
        ),
        pytest.param(UNFILTERED, (raised("TypeError", "Argument 'x' is not a valid JAX type."),) * 2, id="unfiltered"),
        pytest.param(SOURCE, (raised("ValueError", "the platform is different"),) * 2, id="before transformation"),
        pytest.param("AssertionError", (raised("AssertionError", ""),), id="no message"),
        pytest.param("ValueError: a: b: c", (raised("ValueError", "a: b: c"),), id="colons"),
        pytest.param(
            "jaxlib.mlir._site_initialize.<locals>.MLIRError: bad",
            (raised("jaxlib.mlir._site_initialize.<locals>.MLIRError", "bad"),),
            id="local class",
        ),
    ],
)
def test_parse(text: str, errors: tuple[tuple[str, str], ...]) -> None:
    assert errors_of(text) == errors


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("ValueError: a", ("ValueError", "a")),
        ("    ValueError: a", ("ValueError", "a")),
        ("AssertionError", ("AssertionError", "")),
        ("TypeError                    Traceback (most recent call last)", None),
        ("Exception has occurred: TypeError", ("TypeError", "")),
        ("a.py:3: UserWarning: odd", ("UserWarning", "odd")),
        ("(Worker pid=2) ERROR 06-17 19:23:59 [a.py:527] ValueError: bad", ("ValueError", "bad")),
        ("jax.errors.JaxStackTraceBeforeTransformation: ValueError: bad", ("ValueError", "bad")),
        ("ERROR: bad", None),
        ("Error: TypeError: bad", ("TypeError", "bad")),
        ("Exception: bad", ("Exception", "bad")),
        ("we see a ValueError", None),
        ("tests/a.py::TestError::test_x FAILED", None),
        ("Note: this", ("Note", "this")),  # no signature has this class
        ("jaxlib.xla_extension.XlaRuntimeError: INTERNAL: x", ("jaxlib.xla_extension.XlaRuntimeError", "INTERNAL: x")),
    ],
)
def test_error_in_a_line(line: str, found: tuple[str, str] | None) -> None:
    assert error_in(line) == found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("E   ValueError: a\nE\nE     b", ["ValueError: a", "", "b"]),
        ("> ValueError: a\n> > b", ["ValueError: a", "b"]),
        ("# ValueError: a", ["ValueError: a"]),
        ("│ ValueError: a    │", ["ValueError: a"]),
        (">>> f(x)", [">>> f(x)"]),
        ("\x1b[31mValueError\x1b[39m: \x1b[1;32ma\x1b[0m", ["ValueError: a"]),
        ("\x1b]8;;https://example.org\x1b\\a\x1b]8;;\x07b", ["ab"]),
        ("a\r\nb\rc", ["a", "b", "c"]),
        ("\U0001f600 \ud800 \0", ["\ufffd\ufffd \ufffd \ufffd"]),
    ],
)
def test_what_tools_put_around_lines_goes(text: str, lines: list[str]) -> None:
    assert lines_of(clean(text)) == lines


@pytest.mark.parametrize(
    ("line", "frame"),
    [
        ('  File "/a/site-packages/jax/_src/core.py", line 7, in Primitive.bind', ("jax._src.core", "bind")),
        ("File /a/jax/_src/core.py:7, in bind(x)", ("jax._src.core", "bind")),
        ("~/p/jax/jax/_src/numpy/lax_numpy.py in <lambda>(x)", ("jax._src.numpy.lax_numpy", "<lambda>")),
        (".venv/lib/jax/experimental/__init__.py:46: in to_bytes", ("jax.experimental", "to_bytes")),
        ("C:\\env\\jax\\_src\\api.py:9, in jit", ("jax._src.api", "jit")),
        ('  File "/a/train.py", line 7, in jax_step', None),
    ],
)
def test_frames(line: str, frame: tuple[str, str] | None) -> None:
    assert frames_of([line]) == ({frame} if frame else set())


@pytest.mark.parametrize(
    ("text", "release"),
    [
        ("jax:    0.4.30\njaxlib: 0.4.28", "0.4.30"),
        ("jax==0.4.31", "0.4.31"),
        ("JAX version: 0.5.0", "0.5.0"),
        ("jax.__version__ '0.4.14'", "0.4.14"),
        ("I use JAX v0.12.0.1 here", "0.12.0.1"),
        ("jaxlib 0.4.30", None),
        ("python 3.11.7", None),
        ("was removed in JAX v0.6.0: use jax.tree.map (jax v0.4.25 or newer)", None),
    ],
)
def test_version_in(text: str, release: str | None) -> None:
    assert version_in(text.split("\n")) == release


@pytest.mark.parametrize("piece", ["A\n", "A: b\n", "A.", "A: ", "-" * 20 + "\n", "UnfilteredStackTrace: "])
def test_hostile_text_costs_no_more_than_its_size(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        start = time.process_time()
        found = parse(lines_of(clean(text)))
        assert sum(len(one.message) for one in found) <= 10_000_000
        return time.process_time() - start

    assert seconds(1 << 20) / max(seconds(1 << 17), 1e-3) < 30


class ShapeError(ValueError):
    pass


def test_chain_names_the_class_and_its_bases() -> None:
    (error,) = chain(ShapeError("bad shape"))
    assert error.exceptions == (f"{__name__}.ShapeError", "ValueError", "Exception", "BaseException")
    assert error.message == "bad shape"


def test_chain_follows_causes_and_contexts_from_the_outermost() -> None:
    try:
        try:
            try:
                raise KeyError("a")  # noqa: TRY301
            except KeyError as error:
                raise ValueError("b") from error
        except ValueError:
            raise TypeError("c")  # noqa: B904  (raised while handling, not from)
    except TypeError as error:
        found = chain(error)
    assert [(one.exceptions[0], one.message) for one in found] == [
        ("TypeError", "c"),
        ("ValueError", "b"),
        ("KeyError", "'a'"),
    ]


def test_chain_leaves_out_what_python_does_not_show() -> None:
    error = ValueError("b")
    error.__context__ = KeyError("a")
    assert [one.message for one in chain(error)] == ["b", "'a'"]
    error.__suppress_context__ = True
    assert [one.message for one in chain(error)] == ["b"]


def test_chain_ends_in_a_circle() -> None:
    first, second = ValueError("a"), ValueError("b")
    first.__cause__, second.__cause__ = second, first
    assert [one.message for one in chain(first)] == ["a", "b"]


class EmptyError(Exception):
    def __len__(self) -> int:
        return 0


def test_chain_takes_a_cause_that_is_false() -> None:
    error = ValueError("a")
    error.__cause__ = EmptyError("b")
    assert [one.message for one in chain(error)] == ["a", "b"]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError(), ""),
        (ValueError("first\nsecond"), "first\nsecond"),
        (KeyError("k"), "'k'"),
        (SyntaxError("bad", ("a.py", 1, 2, "x = =", 1, 3)), "bad"),
    ],
)
def test_message_is_what_python_prints(error: Exception, message: str) -> None:
    assert chain(error)[0].message == message


def test_notes_are_not_in_the_message() -> None:
    error = ValueError("bad shape")
    error.add_note("For simplicity, JAX has removed its internal frames.")
    assert chain(error)[0].message == "bad shape"


def test_live_and_pasted_agree() -> None:
    live = chain(ValueError("a: b\nc"))[0]
    assert errors_of("ValueError: a: b\nc") == ((live.exceptions[0], live.message),)


def test_name_of() -> None:
    class Inner(Exception):  # noqa: N818
        pass

    assert name_of(ValueError) == "ValueError"
    assert name_of(Inner) == f"{__name__}.test_name_of.<locals>.Inner"
