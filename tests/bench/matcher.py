"""Ratios of one run: the matcher against trying every pattern in turn, in Python and in the browser; what imports cost.

The index holds 6,000 entries: messages of the installed JAX's own raise statements, repeated with other words where
they are fewer.
"""

from __future__ import annotations

import ast
import contextlib
import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.match import corpus

from jax_runbooks.index import Index
from jax_runbooks.signature import Template
from runbook_builder import index
from runbook_builder.environment import probe
from runbook_builder.index import Packed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ENTRIES = 6_000
PASTES = 60

IN_BROWSER = """
([data, texts]) => {
  const packed = JSON.parse(data), index = jaxRunbooks.load(packed);
  const escaped = (text) => text.replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&");
  const patterns = packed.entries.flatMap((entry) => entry.signatures.map((one) =>
    new RegExp(one.message.split(/\\{\\w+\\}/).map(escaped).join("[^]*?"))));
  const time = (work) => { const start = performance.now(); work(); return performance.now() - start; };
  const ours = () => texts.forEach((text) => jaxRunbooks.answer(index, text));
  const loop = () => texts.forEach((text) => patterns.filter((pattern) => pattern.test(text)).length);
  const best = (work) => Math.min(...Array.from({length: 9}, () => time(work)));
  return [best(ours), best(loop)];
}
"""


def entries() -> list[Packed]:
    """Make the entries: signatures of the corpus and templates of the installed JAX."""
    made = [Packed(id=one.name, slug=one.name, title=one.title, signatures=one.signatures) for one in corpus.labels()]
    paths = sorted(probe().package.rglob("*.py"))
    found = {one for path in paths for one in messages(path.read_text(encoding="utf-8"))}
    templates = sorted(one for one in found if len(re.findall(r"[A-Za-z]{2,}", one)) >= 3)
    number = 0
    while len(made) < ENTRIES:
        turn, at = divmod(number, len(templates))
        message = templates[at] if turn == 0 else f"{templates[at]} variant{turn}"
        number += 1
        try:
            Template.parse(message)
        except ValueError:
            continue
        name = f"entry-{number:05}"
        made.append(Packed(id=name, slug=name, title=name, signatures=(("ValueError", message),)))
    return made


def messages(source: str) -> Iterator[str]:
    """Yield the messages of a module's raise statements that are constants or f-strings, with holes."""
    for node in ast.walk(ast.parse(source)):
        made = node.exc if isinstance(node, ast.Raise) else None
        first = made.args[0] if isinstance(made, ast.Call) and made.args else None
        parts = first.values if isinstance(first, ast.JoinedStr) else [first]
        message = ""
        for number, part in enumerate(parts):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                message += part.value.replace("{", "{{").replace("}", "}}")
            elif isinstance(part, ast.FormattedValue):
                message += f"{{hole{number}}}"
        yield message


def main() -> None:
    text = index.pack(entries())
    pastes = [text for one in corpus.labels() for text in one.printed.values()][:PASTES]
    last_lines = [paste.strip().splitlines()[-1] for paste in pastes]
    in_python(text, pastes, last_lines)
    bare, imported = best(run("pass"), run("import jax_runbooks"))
    print(f"python -c pass {bare * 1000:.1f} ms, import jax_runbooks {imported * 1000:.1f} ms: {imported / bare:.2f}x")
    hooked()
    in_browser(text, last_lines)


def in_python(text: str, pastes: list[str], last_lines: list[str]) -> None:
    """Measure the matcher against patterns, which are compiled before."""
    start = time.perf_counter()
    known = Index.load(text)
    loaded = time.perf_counter() - start
    signatures = [signature for entry in known.entries for signature in entry.signatures]
    patterns = [re.compile("(?s:.*?)".join(map(re.escape, one.message.literals))) for one in signatures]
    messages = [line.partition(": ")[2] for line in last_lines]
    ours, whole, theirs, cut = best(
        lambda: [known.answer(line) for line in last_lines],
        lambda: [known.answer(paste) for paste in pastes],
        lambda: [pattern.search(line) for line in last_lines for pattern in patterns],
        lambda: [pattern.match(message) for message in messages for pattern in patterns],
    )
    each = 1000 / len(pastes)
    print(f"index of {len(known.entries)} entries: {len(text.encode()) >> 10} KiB, loaded in {loaded * 1000:.0f} ms")
    print(f"one match of a last line: {ours * each:.2f} ms, of a whole traceback: {whole * each:.2f} ms")
    print(f"searching the last line with every pattern in turn: {theirs * each:.2f} ms; ratio {theirs / ours:.0f}x")
    print(f"the same where somebody has cut the message out before: ratio {cut / ours:.0f}x")


def best(*works: Callable[[], object]) -> list[float]:
    """Return the least seconds of each in nine turns, in which each has its go."""
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(9):
        for work, kept in zip(works, seconds, strict=True):
            start = time.perf_counter()
            work()
            kept.append(time.perf_counter() - start)
    return [min(kept) for kept in seconds]


def run(code: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-E", "-c", code], check=True)


def hooked() -> None:
    """Measure an error that is raised and caught, with the hooks and without."""
    import jax_runbooks

    def caught() -> None:
        for number in range(100_000):
            with contextlib.suppress(ValueError):
                int("Backend cpu already initialized", 2 + number % 9)

    def with_hooks() -> None:
        jax_runbooks.install()
        caught()
        jax_runbooks.uninstall()

    without, installed = best(caught, with_hooks)
    print(f"a raised and caught exception with the hooks installed: {installed / without:.2f}x of one without")


def in_browser(text: str, pastes: list[str]) -> None:
    import os
    import shutil

    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not program:
        print("the browser's matcher was not measured: no Chromium is installed")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, chromium_sandbox=False)
        page = browser.new_page()
        page.add_script_tag(path=str(corpus.ROOT / "docs" / "assets" / "matcher.js"))
        ours, theirs = page.evaluate(IN_BROWSER, [text, pastes])
        browser.close()
    count = len(pastes)
    print(
        f"in Chromium: one match {ours / count:.2f} ms, every pattern in turn {theirs / count:.2f} ms; ratio {theirs / max(ours, 1e-3):.0f}x"
    )


if __name__ == "__main__":
    print(json.dumps({"python": sys.version.split()[0]}))
    main()
