"""The workshop's command line: ``python -m runbook_builder new | check | render | verify | matrix | accept | build``.

Exit status: 0 all is well, 1 problems (each on a line of its own, on standard error), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from runbook_builder import accept, build, checks, gate, matrix, new, stamp
from runbook_builder.environment import probe
from runbook_builder.line import open_line
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import open_project, write
from runbook_builder.verify import Seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from runbook_builder.claim import Claim
    from runbook_builder.line import Line


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.command(options))
    except ProblemsError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        count = len(error.problems)
        print(f"{count} problem{'s' if count > 1 else ''}; nothing was published", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted; what passed is in the local cache", file=sys.stderr)
        return 130


def _new(options: argparse.Namespace) -> int:
    project = open_project(Path.cwd())
    path = new.draft(project, checks.load(project), options.place, options.exception, options.message)
    print(f"{project.relative(path)} written; fill it in, then run: check, accept, verify")
    return 0


def _check(_: argparse.Namespace) -> int:
    line = open_line(open_project(Path.cwd()), drafts=True)
    claims = build.all_claims(line)
    problems = [problem for one in line.published for problem in gate.drift(line, one)]
    path, text = build.schema_file(line.project)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        problems.append(_not_current(line.project.relative(path), "the model"))
    if problems:
        raise ProblemsError(*problems)
    print(f"{len(line.authored)} records with {len(claims)} blocks are in order")
    return 0


def _not_current(path: str, source: str) -> Problem:
    return Problem(path=path, line=0, message=f"is not what {source} says; run 'python -m runbook_builder render'")


def _render(options: argparse.Namespace) -> int:
    line = open_line(open_project(Path.cwd()))
    files = build.render(line)
    if options.check:
        old = [path for path, text in files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
        if old:
            raise ProblemsError(*(_not_current(line.project.relative(path), "its record") for path in old))
    else:
        changed = build.store(line, files)
        write(*build.schema_file(line.project))
        print(f"{len(files)} files made from {len(line.published)} records, {len(changed)} changed")
    return 0


def _verify(options: argparse.Namespace) -> int:
    project = open_project(Path.cwd())
    before = stamp.inputs(project.root)
    line = open_line(project, options.names)
    claims = build.all_claims(line)
    if options.damage:
        return _damage(line, claims, options.workers)
    if options.repeat:
        return _repeat(line, claims, options)
    elsewhere = options.python or options.platform != "cpu"
    environment = probe(options.python, options.platform) if elsewhere else line.environment
    seen = build.prove(line, claims, environment, cached=options.cache, workers=options.workers)
    problems = list(gate.failures(line, claims, seen.verdicts))
    primary = environment.jax == line.project.primary
    drifted = [problem for one in line.named for problem in gate.drift(line, one)]
    for problem in [*problems, *drifted]:
        print(problem, file=sys.stderr)
    print(f"{environment.words}: {seen.words()}, {len(problems)} not as documented")
    if not (problems or drifted or options.names or elsewhere):
        rest = Seen(verdicts=seen.verdicts, run=0, cached=seen.run + seen.cached)
        stamp.keep(project.root, before, f"{environment.words}: {rest.words()}, 0 not as documented")
    return 1 if drifted or (problems and primary) else 0


def _damage(line: Line, claims: Sequence[Claim], workers: int | None) -> int:
    table, survivors = build.damage(line, claims, workers=workers)
    for (name, reason), count in sorted(table.items()):
        print(f"{count:6}  {name}: {reason}")
    for survivor in survivors:
        print(survivor, file=sys.stderr)
    print(f"{table.total()} damaged copies of {len(claims)} blocks: {len(survivors)} not refused for the right reason")
    return 1 if survivors else 0


def _repeat(line: Line, claims: Sequence[Claim], options: argparse.Namespace) -> int:
    problems = build.repeat(line, claims, options.repeat, options.shuffle, workers=options.workers)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(claims)} blocks run {options.repeat} times: {len(problems)} verdicts changed")
    return 1 if problems else 0


def _matrix(_: argparse.Namespace) -> int:
    line = open_line(open_project(Path.cwd()))
    print("\n".join(matrix.table(line)))
    return 0


def _accept(options: argparse.Namespace) -> int:
    line = open_line(open_project(Path.cwd()), options.names)
    for one in line.named:
        print(f"{one.source.path}: {accept.accept(line, one)} outputs replaced")
    return 0


def _build(options: argparse.Namespace) -> int:
    line = open_line(open_project(Path.cwd()))
    claims = build.all_claims(line)
    seen = build.prove(line, claims, line.environment, cached=options.cache, workers=options.workers)
    gate.gate(line, claims, seen)
    build.store(line, build.render(line))
    left_out = build.publish(line)
    for what in left_out:
        print(f"left out: {what}")
    print(f"site/ holds {len(line.published)} runbooks on {line.environment.words}: {seen.words()}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="runbook_builder", description="From YAML records to a verified site.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=text, description=text)
        made.set_defaults(command=run)
        return made

    made = command("new", _new, "mint an ID and write a commented draft")
    made.add_argument("place", metavar="AREA/SLUG", type=_place)
    made.add_argument("--exception", required=True, help="dotted class, builtins bare")
    made.add_argument("--message", required=True, help="message with {holes}")
    command("check", _check, "judge the records without running JAX")
    made = command("render", _render, "write the pages, the JSON and the index")
    made.add_argument("--check", action="store_true", help="change nothing; fail where a file is not current")
    made = command("verify", _verify, "run the blocks of the records and write the ledger")
    made.add_argument("names", nargs="*", metavar="SLUG|ID", help="default: all records and the guides")
    made.add_argument("--python", type=Path, help="interpreter with another JAX (default: this one)")
    made.add_argument("--platform", choices=("cpu", "cuda"), default="cpu")
    instead = made.add_mutually_exclusive_group()
    instead.add_argument("--damage", action="store_true", help="damage every block and see that each copy is refused")
    instead.add_argument(
        "--repeat", type=_count, metavar="N", help="run N times, each in a new parent; no verdict may change"
    )
    made.add_argument("--shuffle", type=int, metavar="SEED", help="with --repeat: in another order each time")
    _running(made)
    command("matrix", _matrix, "print the ledger as a table of records and releases")
    made = command("accept", _accept, "write what real JAX printed into records")
    made.add_argument("names", nargs="+", metavar="SLUG|ID")
    made = command("build", _build, "check, verify, render and build site/; publishes nothing that fails")
    _running(made)
    return parser


def _running(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-cache", dest="cache", action="store_false", help="run every block, whatever ran before")
    parser.add_argument("--workers", type=_count, help="blocks run at a time (default: one per core)")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 on")
    return int(text)


def _place(text: str) -> str:
    parts = text.split("/")
    slugs = [part for part in parts if part and set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")]
    if len(parts) != 2 or len(slugs) != 2:
        raise argparse.ArgumentTypeError(f"'{text}' is not AREA/SLUG of a-z, 0-9 and '-'")
    return text
