from __future__ import annotations

import sys
import threading
import timeit
import traceback
from typing import TYPE_CHECKING, Any

import pytest

import jax_runbooks
from jax_runbooks import hooks, index
from tests.runtime.conftest import RANK

if TYPE_CHECKING:
    import types

STANDS = "(on JAX 0.10.2: error as documented, fixes 2 of 2)"
NOTE = f"jax-runbooks {RANK}: Title of wrong-rank - jax-runbooks explain {RANK} {STANDS}"


def error(message: str = "got a shape of rank 3 here", cls: type[Exception] = ValueError) -> Exception:
    return cls(message)


def notes(one: BaseException) -> list[str]:
    return getattr(one, "__notes__", [])


def test_annotate_adds_one_line_and_an_attribute() -> None:
    one = error()
    match = jax_runbooks.annotate(one)
    assert match is not None
    assert match.entry.id == RANK
    assert notes(one) == [NOTE]
    assert "\n" not in NOTE
    assert getattr(one, hooks.ATTRIBUTE) is match
    assert (type(one), str(one), one.args) == (
        ValueError,
        "got a shape of rank 3 here",
        ("got a shape of rank 3 here",),
    )


def test_notes_that_are_there_stay() -> None:
    one = error()
    one.add_note("first")
    jax_runbooks.annotate(one)
    assert notes(one) == ["first", NOTE]


def test_once_per_id_and_process() -> None:
    first, second = error(), error("got a shape of rank 4 here")
    jax_runbooks.annotate(first)
    jax_runbooks.annotate(first)
    match = jax_runbooks.annotate(second)
    assert (notes(first), notes(second)) == ([NOTE], [])
    assert getattr(second, hooks.ATTRIBUTE) is match is not None


@pytest.mark.parametrize(
    "one",
    [
        error("something else"),
        error(cls=TypeError),
        KeyboardInterrupt(),
        SystemExit(1),
        ValueError(),
    ],
)
def test_no_certain_runbook_no_note(one: BaseException) -> None:
    assert jax_runbooks.annotate(one) is None
    assert notes(one) == []


def test_a_tie_is_not_certain(small: index.Index) -> None:
    (rank, *_) = small.entries
    twin = index.Entry(id="eeee000000000006", slug="twin", title="Twin", signatures=rank.signatures)
    small.words["rank"].append((twin, rank.signatures[0]))
    assert jax_runbooks.annotate(error()) is None


def test_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAX_RUNBOOKS", "0")
    before = sys.excepthook, threading.excepthook
    jax_runbooks.install()
    assert (sys.excepthook, threading.excepthook) == before
    assert jax_runbooks.annotate(error()) is None


def test_link_is_configurable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAX_RUNBOOKS_URL", "https://example.org/docs/")
    one = error()
    jax_runbooks.annotate(one)
    assert notes(one) == [f"jax-runbooks {RANK}: Title of wrong-rank - https://example.org/docs/e/{RANK}/ {STANDS}"]


class OddError(ValueError):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class SlottedError(ValueError):
    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(name)


class NotelessError(ValueError):
    def add_note(self, note: str) -> None:
        raise TypeError(note)


def test_never_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    assert jax_runbooks.annotate(OddError()) is None
    one = SlottedError("got a shape of rank 3 here")
    jax_runbooks.annotate(one)
    assert not hasattr(one, hooks.ATTRIBUTE)
    assert jax_runbooks.annotate(NotelessError("got a shape of rank 3 here")) is None

    def broken() -> None:
        raise FileNotFoundError("index.json")

    monkeypatch.setattr(index, "packed", broken)
    assert jax_runbooks.annotate(error()) is None


def test_uncaught_errors_are_annotated(capsys: pytest.CaptureFixture[str]) -> None:
    jax_runbooks.install()
    jax_runbooks.install()
    one = error()
    sys.excepthook(type(one), one, None)
    assert capsys.readouterr().err == f"ValueError: got a shape of rank 3 here\n{NOTE}\n"
    jax_runbooks.uninstall()
    assert sys.excepthook is not None
    other = error()
    sys.excepthook(type(other), other, None)
    assert NOTE not in capsys.readouterr().err


def test_threads_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(threading, "excepthook", lambda arguments: seen.append(notes(arguments.exc_value)))
    jax_runbooks.install()

    def work() -> None:
        raise error()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [[NOTE]]


def test_uninstall_leaves_what_others_set(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.excepthook
    jax_runbooks.install()
    ours = sys.excepthook

    def theirs(*arguments: Any) -> None:
        ours(*arguments)

    monkeypatch.setattr(sys, "excepthook", theirs)
    jax_runbooks.uninstall()
    assert sys.excepthook is theirs
    one = error()
    with monkeypatch.context() as context:
        context.setattr(sys, "__stderr__", None)
        before(type(one), one, None)


def test_ipython_shell_shows_the_note() -> None:
    shown: list[str] = []

    class Shell:
        def showtraceback(self, exc_tuple: Any = None, *, running_compiled_code: bool = False) -> None:
            del running_compiled_code
            one = exc_tuple[1] if exc_tuple else sys.exc_info()[1]
            shown.append("".join(traceback.format_exception_only(one)))

    shell = Shell()
    jax_runbooks.load_ipython_extension(shell)
    jax_runbooks.load_ipython_extension(shell)
    try:
        raise error()
    except ValueError:
        shell.showtraceback(running_compiled_code=True)
    shell.showtraceback((None, error("other"), None))
    assert shown == [f"ValueError: got a shape of rank 3 here\n{NOTE}\n", "ValueError: other\n"]
    jax_runbooks.unload_ipython_extension(shell)
    assert "showtraceback" not in vars(shell)


def test_a_caught_error_costs_nothing() -> None:
    """With the hooks in place no code of ours runs where an error is raised and caught."""

    def caught() -> None:
        try:
            raise error()
        except ValueError:
            pass

    jax_runbooks.install()
    called: list[str] = []

    def watch(frame: types.FrameType, event: str, _: object) -> None:
        if event == "call" and "jax_runbooks" in frame.f_code.co_filename and "tests" not in frame.f_code.co_filename:
            called.append(frame.f_code.co_name)

    sys.setprofile(watch)
    try:
        timeit.timeit(caught, number=10)
    finally:
        sys.setprofile(None)
    assert called == []
