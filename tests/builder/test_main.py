from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from runbook_builder import __main__, build, commands

if TYPE_CHECKING:
    from pathlib import Path

    from tests.builder.conftest import Checkout

NEW = ("--exception", "E", "--message", "some words here")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("publish",), "invalid choice: 'publish'"),
        (("check", "more"), "unrecognized arguments: more"),
        (("verify", "--platform", "tpu"), "invalid choice: 'tpu'"),
        (("verify", "--workers", "many"), "'many'"),
        (("accept",), "the following arguments are required: SLUG|ID"),
        (("new", "a/b"), "the following arguments are required: --exception, --message"),
        (("new", "a", *NEW), "'a' is not AREA/SLUG of a-z, 0-9 and '-'"),
        (("new", "a/b/c", *NEW), "'a/b/c' is not AREA/SLUG of a-z, 0-9 and '-'"),
        (("new", "../b", *NEW), "'../b' is not AREA/SLUG of a-z, 0-9 and '-'"),
        (("new", "/b", *NEW), "'/b' is not AREA/SLUG of a-z, 0-9 and '-'"),
        (("new", "A/b", *NEW), "'A/b' is not AREA/SLUG of a-z, 0-9 and '-'"),
        (("new", "a/b.yaml", *NEW), "'a/b.yaml' is not AREA/SLUG of a-z, 0-9 and '-'"),
    ],
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(SystemExit) as ended:
        __main__.main(list(arguments))
    assert ended.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err.splitlines()[-1]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        __main__.main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert all(f"    {command}" in out for command in ("new", "check", "render", "verify", "accept", "build"))


def test_outside_of_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert __main__.main(["check"]) == 1
    problem, count = capsys.readouterr().err.splitlines()
    assert problem.endswith("run this inside a checkout of jax-runbooks")
    assert count == "1 problem; nothing was published"


@pytest.mark.parametrize("command", ["verify", "accept"])
def test_name_of_no_record(checkout: Checkout, command: str) -> None:
    assert checkout.refusals(command, "nothing", "d05") == [
        "records: 'd05' is no record's slug or ID",
        "records: 'nothing' is no record's slug or ID",
    ]


def test_schema_that_is_not_current(checkout: Checkout) -> None:
    (checkout.root / "records" / "record.schema.json").write_text("{}", encoding="utf-8")
    assert checkout.refusals("check") == [
        "records/record.schema.json: is not what the model says; run 'python -m runbook_builder render'"
    ]


def test_page_that_is_not_current(checkout: Checkout) -> None:
    assert checkout.run("render")[0] == 0
    page = checkout.root / "docs" / "errors" / "backend-already-initialized.md"
    page.write_text("edited by hand", encoding="utf-8")
    assert checkout.refusals("render", "--check") == [
        f"docs/errors/{page.name}: is not what its record says; run 'python -m runbook_builder render'"
    ]


def test_page_that_nothing_makes_any_more_is_removed(checkout: Checkout) -> None:
    old = checkout.root / "docs" / "errors" / "old.md"
    old.parent.mkdir(parents=True)
    old.write_text("old", encoding="utf-8")
    assert checkout.run("render")[0] == 0
    assert not old.exists()


@pytest.mark.parametrize("command", ["check", "build", "verify"])
def test_block_of_a_hand_written_page_that_would_not_be_run(checkout: Checkout, command: str) -> None:
    (checkout.root / "docs" / "extra.md").write_text("# Extra\n\n```python\nx = 1\n```\n", encoding="utf-8")
    (problem,) = checkout.refusals(command)
    assert problem.startswith("docs/extra.md:3: code block 'python' would not be run; open it with")


def test_another_release_than_the_primary(checkout: Checkout) -> None:
    path = checkout.root / "pyproject.toml"
    text = path.read_text(encoding="utf-8")
    primary = checkout.project.primary
    path.write_text(text.replace(f'primary = "{primary}"', 'primary = "99.0"'), encoding="utf-8")
    assert checkout.refusals("check") == [
        f"pyproject.toml: this environment holds JAX {primary}, the project's primary is 99.0; "
        "install requirements/jax-99.0.txt"
    ]


def test_interrupted(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "open_line", interrupt)
    assert checkout.run("check") == (130, [], ["interrupted; what passed is in the local cache"])


def test_guides_on_a_clean_clone(checkout: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guides show the runtime, so what it carries has to be there before the first block runs."""
    found: list[bool] = []

    def verify(*_: object, **__: object) -> None:
        found.append((checkout.project.packed / "index.json").is_file())
        raise KeyboardInterrupt

    guide = checkout.root / "docs" / "guide" / "g.md"
    guide.parent.mkdir()
    block = """```{ .pycon .doctest #guide-g-example-1 data-role="example" }\n>>> 1\n1\n```\n"""
    guide.write_text(f"# G\n\n{block}", encoding="utf-8")
    monkeypatch.setattr(build, "verify", verify)
    assert checkout.run("verify")[0] == 130
    assert found == [True]
