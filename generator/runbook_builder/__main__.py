"""The workshop's command line: ``python -m runbook_builder new | check | render | verify | accept | build``.

Exit status: 0 all is well, 1 problems (each on a line of its own, on standard error), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from runbook_builder import accept, build, new
from runbook_builder.environment import probe
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import open_project, write


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
    line = build.open_line(open_project(Path.cwd()))
    path = new.draft(line, options.place, options.exception, options.message)
    print(f"{line.project.relative(path)} written; fill it in, then run: check, accept, verify")
    return 0


def _check(_: argparse.Namespace) -> int:
    line = build.open_line(open_project(Path.cwd()))
    for one in line.authored:
        build.claims_of(line, one)
    build.guides(line)
    path, text = build.schema_file(line.project)
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        message = "is not what the model says; run 'python -m runbook_builder render'"
        raise ProblemsError(Problem(path=line.project.relative(path), line=0, message=message))
    print(f"{len(line.authored)} records are in order")
    return 0


def _render(options: argparse.Namespace) -> int:
    line = build.open_line(open_project(Path.cwd()))
    files = build.render(line)
    if options.check:
        old = [path for path, text in files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
        if old:
            message = "is not what its record says; run 'python -m runbook_builder render'"
            raise ProblemsError(*(Problem(path=line.project.relative(path), line=0, message=message) for path in old))
    else:
        changed = build.store(line, files)
        write(*build.schema_file(line.project))
        print(f"{len(files)} files made from {len(line.published)} records, {len(changed)} changed")
    return 0


def _verify(options: argparse.Namespace) -> int:
    line = build.open_line(open_project(Path.cwd()))
    environment = line.environment
    if options.python or options.platform != "cpu":
        environment = probe(options.python, options.platform)
    seen = build.prove(line, line.select(options.names), environment, cached=options.cache, workers=options.workers)
    problems = build.failures(line, seen.verdicts)
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{environment.words}: {seen.words()}, {len(problems)} not as documented")
    return 1 if problems and environment.jax == line.project.primary else 0


def _accept(options: argparse.Namespace) -> int:
    line = build.open_line(open_project(Path.cwd()))
    for one in line.select(options.names):
        print(f"{one.source.path}: {accept.accept(line, one)} outputs replaced")
    return 0


def _build(options: argparse.Namespace) -> int:
    line = build.open_line(open_project(Path.cwd()))
    seen = build.prove(line, line.authored, line.environment, cached=options.cache, workers=options.workers)
    build.gate(line, seen)
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
    _running(made)
    made = command("accept", _accept, "write what real JAX printed into records")
    made.add_argument("names", nargs="+", metavar="SLUG|ID")
    made = command("build", _build, "check, verify, render and build site/; publishes nothing that fails")
    _running(made)
    return parser


def _running(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-cache", dest="cache", action="store_false", help="run every block, whatever ran before")
    parser.add_argument("--workers", type=int, help="blocks run at a time (default: one per core)")


def _place(text: str) -> str:
    parts = text.split("/")
    slugs = [part for part in parts if part and set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")]
    if len(parts) != 2 or len(slugs) != 2:
        raise argparse.ArgumentTypeError(f"'{text}' is not AREA/SLUG of a-z, 0-9 and '-'")
    return text


if __name__ == "__main__":
    sys.exit(main())
