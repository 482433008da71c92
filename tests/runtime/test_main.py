from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from jax_runbooks import index, runbook
from jax_runbooks.__main__ import Exit, main
from tests.runtime.conftest import ALIAS, HARD, OLD, RANK, SIZE

if TYPE_CHECKING:
    from pathlib import Path

PASTE = "Traceback (most recent call last):\n  File 'a.py', line 1\nValueError: got a shape of rank 3 here\n"


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the command line with a standard input; return the exit code and what was printed."""

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogatepass"))))
        code = main(arguments)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run


@pytest.mark.parametrize(
    ("name", "code", "entry"),
    [
        (RANK, Exit.FOUND, "wrong-rank"),
        (RANK.upper(), Exit.FOUND, "wrong-rank"),
        ("bbbb", Exit.RETIRED, "old-way"),
        (OLD, Exit.RETIRED, "old-way"),
        (ALIAS, Exit.FOUND, "wrong-rank"),
        ("dddd0", Exit.FOUND, "wrong-rank"),
        ("wrong-size", Exit.FOUND, "wrong-size"),
        ("SizeError", Exit.FOUND, "wrong-size"),
        ("jax.errors.SizeError", Exit.FOUND, "wrong-size"),
        ("jax._src.errors.SizeError", Exit.FOUND, "wrong-size"),
        ("ValueError", Exit.FOUND, "wrong-rank"),
        ("aaaa", Exit.AMBIGUOUS, None),
        ("aaa", Exit.UNKNOWN, None),
        ("abcd", Exit.UNKNOWN, None),
        ("nothing", Exit.UNKNOWN, None),
        ("torch.SizeError", Exit.UNKNOWN, None),
        ("../../etc/passwd", Exit.MALFORMED, None),
        ("a b", Exit.MALFORMED, None),
        ("", Exit.MALFORMED, None),
        ("\0", Exit.MALFORMED, None),
        ("a" * 300, Exit.MALFORMED, None),
    ],
)
def test_explain(told: Any, name: str, code: Exit, entry: str | None) -> None:
    got, out, err = told("explain", "--", name)
    assert got == code
    if entry:
        assert f"# Title of {entry}\n\nIt says `{entry}`." in out
        assert err == ""
    else:
        assert out == ""
        assert err.startswith("jax-runbooks: ")


def test_explain_lists_what_fits(told: Any) -> None:
    _, _, err = told("explain", "aaaa")
    assert err == (
        f"jax-runbooks: 'aaaa': several runbooks fit:\n"
        f"  {RANK}  wrong-rank  Title of wrong-rank\n  {SIZE}  wrong-size  Title of wrong-size\n"
    )


def test_explain_says_how_it_stands(told: Any) -> None:
    _, out, _ = told("explain", RANK, "--jax", "0.9.1")
    assert out.startswith(
        "> On JAX 0.9.2 (the nearest run to your 0.9.1) the error is as documented; "
        "fixes that work there as documented: 1 of 2.\n\n# Title"
    )
    assert told("explain", HARD)[1].startswith("> No fix of this runbook was verified")
    assert told("explain", OLD)[1].startswith("> This runbook is retired")


def test_explain_takes_the_release_of_the_jax_that_is_imported(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = type(sys)("jax")
    made.__version__ = "0.9.2"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jax", made)
    assert told("explain", RANK)[1].startswith("> On JAX 0.9.2 the error is as documented")


def test_explain_reads_a_name_from_standard_input(told: Any) -> None:
    assert told("explain", "-", stdin=f" {RANK}\n")[0] == Exit.FOUND


def test_explain_as_data(told: Any) -> None:
    code, out, _ = told("explain", RANK, "--format", "json", "--jax", "0.9.2")
    data = json.loads(out)
    assert code == Exit.FOUND
    assert data["status"] == "found"
    assert data["jax"] == "0.9.2"
    assert data["runbooks"][0]["id"] == RANK
    assert data["runbooks"][0]["standing"]["fixesAsDocumented"] == 1
    assert data["text"].startswith("# Title of wrong-rank")
    code, out, _ = told("explain", "zzzz", "--format", "json")
    assert (code, json.loads(out)["status"], json.loads(out)["text"]) == (Exit.UNKNOWN, "unknown", None)


def test_match(told: Any, tmp_path: Path) -> None:
    file = tmp_path / "log.txt"
    file.write_text(PASTE, encoding="utf-8")
    for place, stdin in ((str(file), ""), ("-", PASTE)):
        code, out, _ = told("match", place, stdin=stdin)
        assert code == Exit.FOUND
        assert out == (
            f"Title of wrong-rank  [{RANK}]\n"
            "  A shape had the wrong rank.\n"
            "  Why: class ValueError\n"
            "  Why: 25 literal characters: got a shape of rank [3] here\n"
            "  On JAX 0.10.2 the error is as documented; fixes that work there as documented: 2 of 2.\n"
            f"  Read: jax-runbooks explain {RANK}\n"
        )


def test_match_as_data(told: Any) -> None:
    code, out, _ = told("match", "-", "--format", "json", stdin=PASTE + "jax: 0.9.2")
    data = json.loads(out)
    (match,) = data["matches"]
    assert (code, data["jax"], data["tie"], data["near"]) == (Exit.FOUND, "0.9.2", False, [])
    assert match["id"] == RANK
    assert match["signature"]["holes"] == {"rank": "3"}
    assert match["weight"] == 25
    assert match["link"] == f"jax-runbooks explain {RANK}"


def test_match_as_markdown_has_no_markup_of_the_paste(told: Any) -> None:
    _, out, _ = told("match", "-", "--format", "markdown", stdin="ValueError: got a shape of rank <b>`# 3 here")
    assert "<b>" in out
    assert all(line.startswith("    ") or not line for line in out.splitlines())


@pytest.mark.parametrize("stdin", ["", "\n", "ValueError: other", "\0\ud800", "(" * 10_000])
def test_no_match_is_said(told: Any, stdin: str) -> None:
    code, out, _ = told("match", "-", stdin=stdin)
    assert code == Exit.NO_MATCH
    assert out.startswith("No runbook is known for this error.\nNothing is guessed.")


def test_near_misses_are_called_so(told: Any) -> None:
    code, out, _ = told("match", "-", stdin="TypeError: got a shape of rank 3 here")
    assert code == Exit.NO_MATCH
    assert "Near misses, no answers:" in out
    assert "Why: near miss: it is raised as ValueError" in out


def test_a_tie_is_shown_as_one(told: Any, small: index.Index) -> None:
    signature = small.entries[0].signatures[0]
    twin = index.Entry(id="eeee000000000006", slug="twin", title="Twin", signatures=(signature,))
    small.words["rank"].append((twin, signature))
    code, out, _ = told("match", "-", stdin=PASTE)
    assert code == Exit.FOUND
    assert out.startswith("2 runbooks fit equally well")
    assert ("Title of wrong-rank" in out, "Twin" in out) == (True, True)


def test_bad_use_says_what_to_do(told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code, _, err = told("match", str(tmp_path / "none.txt"))
    assert (code, "No such file or directory; give a file, or - for standard input" in err) == (Exit.UNREADABLE, True)
    code, _, err = told("match", "-", "--jax", "new", stdin=PASTE)
    assert (code, err) == (Exit.UNREADABLE, "jax-runbooks: --jax 'new' is no release; write it as 0.4.38\n")

    def missing() -> None:
        raise FileNotFoundError(2, "No such file", "index.json")

    monkeypatch.setattr(index, "packed", missing)
    code, _, err = told("explain", RANK)
    assert (code, err) == (
        Exit.UNREADABLE,
        "jax-runbooks: this installation holds no runbooks (index.json); install the package again\n",
    )


def test_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []
    monkeypatch.setattr("pydoc.pager", shown.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    main(["explain", RANK])
    monkeypatch.setenv("NO_COLOR", "1")
    main(["explain", RANK])
    coloured, plain = shown
    assert "\x1b[1m# Title of wrong-rank\x1b[0m" in coloured
    assert "\x1b[36m>>> 1 + 1\x1b[0m" in coloured
    assert "\x1b" not in plain
    assert "# Title of wrong-rank" in plain


def test_exit_codes_differ() -> None:
    assert len({*Exit}) == len(Exit) == 7


def test_as_a_program_without_other_packages() -> None:
    """In a bare interpreter, by the packed index: nothing but the standard library is there."""
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{PROGRAM}"],
        input="RuntimeError: nobody knows this",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (Exit.NO_MATCH, "")
    assert "No runbook is known" in done.stdout


ROOT = __import__("pathlib").Path(runbook.__file__).parents[1]
PROGRAM = """
import sys
from jax_runbooks.__main__ import main
sys.argv = ['jax-runbooks', 'match', '-']
sys.exit(main())
"""


def test_packed_runbooks() -> None:
    """Every entry of the packed index has its text; a wheel without it would fail on a cluster node."""
    from importlib import resources

    files = resources.files("jax_runbooks")
    packed = index.Index.load(files.joinpath("index.json").read_text(encoding="utf-8"))
    assert packed.entries
    for entry in packed.entries:
        text = files.joinpath("runbooks", f"{entry.id}.md").read_text(encoding="utf-8")
        assert text.startswith("# ")
        assert entry.id in text
