"""Bad input through the command line: each damage of a good record is told in one line at its place, and stops all.

A damage is what the good record holds, what stands there instead, and what must be told, with the line in that file;
data/records has the good record.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from tests.builder.conftest import RECORD

if TYPE_CHECKING:
    from tests.builder.conftest import Checkout

type Damages = dict[str, tuple[str, str, *tuple[str, ...]]]

ID = '"d0594bd30c4de243"'
TITLE = '"Backend registered after JAX had started it"'
SUMMARY = '"A factory came for a platform whose client `jax` keeps already."'
MESSAGE = '"Backend {name} already initialized"'
TAGS = "[backends, plugins]"
INTRODUCED = '"0.4.14"'
PROSE = "A plugin is imported late."
REPORT = "https://github.com/jax-ml/jax/issues/11222"
FUNCTION = "    function: register_backend_factory\n"
TOP = (
    "aliases, also_in, answers, catch, causes, check, id, kind, library, meaning, no_catch, no_check, prevention, "
    "raised_in, related, requires, seen_in, severity, signatures, situations, status, strategy, summary, tags, title, "
    "triggers, versions"
)
NO_ID = "does not have the form ^[0-9a-f]{16}$; rewrite it so"
TOO_LITTLE = "has too little literal text to tell errors apart; it needs 2 words and 12 characters outside of holes"
NO_HTTPS = "is no plain https address; write it as 'https://…' without spaces or brackets"
NO_RANGE = "is no range of releases; write it as '>=0.4.14,<0.7'"
MISPLACED = "does not lie at records/<area>/<slug>.yaml with names of a-z, 0-9 and '-' (not 'index'); move it there"

FORM: Damages = {
    "open quote": (TITLE, '"x', "17: is not YAML: expected <block end>, but found '<scalar>'; mend the syntax there"),
    "tab": (
        "    why: |",
        "\twhy: |",
        "52: is not YAML: found character '\\t' that cannot start any token; mend the syntax there",
    ),
    "two documents": (
        "related: []",
        "---\nrelated: []",
        "70: is not YAML: but found another document; mend the syntax there",
    ),
    "tag": (TAGS, "!!python/tuple [a]", "19: has the tag 'tag:yaml.org,2002:python/tuple'; remove it"),
    "unfit tag": (TAGS, "!!bool maybe", "19: has the tag 'tag:yaml.org,2002:bool'; remove it"),
    "alias": (TAGS, "*tags", "19: has an anchor or alias (& or *); write the value out"),
    "deep": (TAGS, "[" * 1000, "19: has over 20 levels or 5,000 values; write it as a record is"),
    "long": (TAGS, f"[{'a,' * 6000}]", "19: has over 20 levels or 5,000 values; write it as a record is"),
    "field twice": (
        "kind: exception",
        "status: draft",
        "4: field 'status' stands here for the second time; remove one",
    ),
    "field on": ("library: jax", "on: jax", "5: field name 'on' is not text; quote it or remove it"),
    "field that is a list": ("library: jax", "? [a]\n: 1", "5: field name '…' is not text; quote it or remove it"),
    "field over two lines": ("library: jax", '"a\\nb": 1', "5: field name 'a\\nb' is not text; quote it or remove it"),
    "no date": (INTRODUCED, "2024-13-45", "21: '2024-13-45' is no value that YAML can read; quote it"),
    "number too long": (INTRODUCED, "1" * 5000, f"21: '{'1' * 77}…' is no value that YAML can read; quote it"),
    "unseen character": ("A plugin", "A\u200bplugin", "31: holds the invisible character U+200B; remove it"),
    "other line end": ("A plugin", "A\u2028plugin", "31: holds the invisible character U+2028; remove it"),
    "escaped character": (TITLE, '"a\\x02"', "16: title: holds the invisible character U+0002; remove it"),
    "half a character": (TAGS, '["\\ud800"]', "19: tags.0: holds the invisible character U+D800; remove it"),
}

FIELDS: Damages = {
    "unknown": (
        "severity: error\n",
        "severity: error\ncolour: red\n",
        f"19: unknown field 'colour'; remove it or use one of: {TOP}",
    ),
    "misspelt": (
        "severity: error",
        "severety: error",
        "2: field 'severity' is missing; add it",
        f"18: unknown field 'severety'; remove it or use one of: {TOP}",
    ),
    "unknown in a fix": (
        "differs: null",
        "until: null",
        "51: unknown field 'causes.0.fixes.0.until'; remove it or use one of: "
        "code, cost, differs, pins, title, versions, when",
    ),
    "unknown in versions": (
        "introduced:",
        "since:",
        "21: unknown field 'versions.since'; remove it or use one of: gone, introduced",
    ),
    "slug that differs": (
        "library: jax\n",
        "library: jax\nslug: another\n",
        f"6: unknown field 'slug'; remove it or use one of: {TOP}",
    ),
    "slug with a path": (
        "library: jax\n",
        "library: jax\nslug: ../../x\n",
        f"6: unknown field 'slug'; remove it or use one of: {TOP}",
    ),
    "missing": ("library: jax\n", "", "2: field 'library' is missing; add it"),
    "missing in a fix": ('        cost: "Nothing."\n', "", "42: field 'causes.0.fixes.0.cost' is missing; add it"),
    "empty": (TITLE, "", "16: title: is empty; write it or remove it"),
    "blank": (TITLE, '" "', "16: title: '' must be one line of text; write it on one line"),
    "two lines": (TITLE, '"a\\nb"', "16: title: 'a b' must be one line of text; write it on one line"),
    "list for text": (TITLE, "[a]", "16: title: '['a']' should be text; rewrite it so"),
    "text for a list": (TAGS, "backends", "19: tags: 'backends' should be a list; rewrite it so"),
    "text for a mapping": (
        "{platform: any, devices: 2, pins: []}",
        "any",
        "22: requires: 'any' should be a mapping of fields; rewrite it so",
    ),
    "text for a number": (
        "devices: 2",
        'devices: "2"',
        "22: requires.devices: '2' should be a whole number; rewrite it so",
    ),
    "no devices": (
        "devices: 2",
        "devices: 0",
        "22: requires.devices: '0' should be greater than or equal to 1; rewrite it so",
    ),
    "text for yes or no": ("run: false", 'run: "no"', "7: also_in.0.run: 'no' should be true or false; rewrite it so"),
    "float": (INTRODUCED, "0.10", "21: versions.introduced: YAML reads '0.10' as float; quote it"),
    "digits": ("id: " + ID, "id: 1234567890123456", "2: id: YAML reads '1234567890123456' as int; quote it"),
    "octal": ("id: " + ID, "id: 0123456701234567", "2: id: YAML reads '0123456701234567' as int; quote it"),
    "date": (TITLE, "2024-01-01", "16: title: YAML reads '2024-01-01' as date; quote it"),
    "yes": (TITLE, "yes", "16: title: YAML reads 'yes' as bool; quote it"),
    "null": (TITLE, "null", "16: title: YAML reads 'null' as null; quote it"),
    "hours": (TITLE, "12:30", "16: title: YAML reads '12:30' as int; quote it"),
    "on in a list": (
        TAGS,
        "[on, 0.10]",
        "19: tags.0: YAML reads 'on' as bool; quote it",
        "19: tags.1: YAML reads '0.10' as float; quote it",
    ),
    "on for a choice": (
        "status: published",
        "status: on",
        "3: status: 'on' is none of 'draft', 'published', 'known' or 'retired'; use one of them",
    ),
    "unknown choice": (
        "status: published",
        "status: done",
        "3: status: 'done' is none of 'draft', 'published', 'known' or 'retired'; use one of them",
    ),
    "no release": (INTRODUCED, '"0.4.x"', "21: versions.introduced: '0.4.x' is no release; write it as '0.4.14'"),
    "range as a number": ('">=0.7.2"', "0.7", "50: causes.0.fixes.0.versions: YAML reads '0.7' as float; quote it"),
    "no range": ('">=0.7.2"', '"0.7 up"', f"50: causes.0.fixes.0.versions: '0.7 up' {NO_RANGE}"),
    "range that leaves its attribute": (
        '">=0.7.2"',
        "'===\"}'",
        f"50: causes.0.fixes.0.versions: '===\"}}' {NO_RANGE}",
    ),
    "short ID": (ID, '"d0594bd3"', f"2: id: 'd0594bd3' {NO_ID}"),
    "ID in capitals": (ID, '"D0594BD30C4DE243"', f"2: id: 'D0594BD30C4DE243' {NO_ID}"),
    "alias that is the ID": (
        "related: []",
        f"aliases: [{ID}]",
        f"70: ID 'd0594bd30c4de243' belongs to {RECORD}; mint another",
    ),
    "related to nothing": (
        "related: []",
        'related: ["0123456789abcdef"]',
        "70: related: '0123456789abcdef' is no record's ID; remove or correct it",
    ),
    "related to itself": (
        "related: []",
        f"related: [{ID}]",
        "70: related: 'd0594bd30c4de243' is this record itself; remove or correct it",
    ),
    "plain address": (REPORT, "http://a.b", f"69: seen_in.0: 'http://a.b' {NO_HTTPS}"),
    "address of a script": (REPORT, "javascript:alert(1)", f"69: seen_in.0: 'javascript:alert(1)' {NO_HTTPS}"),
    "address that goes on": (REPORT, "'https://a.b> <b>'", f"69: seen_in.0: 'https://a.b> <b>' {NO_HTTPS}"),
    "class with a space": (
        "exception: RuntimeError",
        "exception: Runtime Error",
        r"9: signatures.0.exception: 'Runtime Error' does not have the form "
        r"^([A-Za-z_]\w*(\.([A-Za-z_]\w*|<locals>|<lambda>))*)?$; rewrite it so",
    ),
    "no cause": ("causes:\n  -", "causes: []\nx:\n  -", f"34: unknown field 'x'; remove it or use one of: {TOP}"),
    "no fix": (
        "    fixes:\n      -",
        "    fixes: []\n    why_not:\n      -",
        "41: causes.0.fixes: '[]' has too few items; add at least one",
        "43: unknown field 'causes.0.why_not'; remove it or use one of: catch, check, fixes, reproduce, sign, title, why",
    ),
    "known with blocks": (
        "status: published",
        "status: known",
        "3: status 'known' means that nothing can be run here; remove the blocks",
    ),
    "fatal": ("kind: exception", "kind: fatal", "4: kind 'fatal' cannot be proved yet; keep the status 'draft'"),
    "no check": (
        'no_check: "JAX has no public question for it."\n',
        "",
        "2: no 'check' block; write one, or say under 'no_check' why there is none",
    ),
    "catch and no catch": (
        "related: []",
        'no_catch: "No."',
        "70: 'catch' and 'no_catch' contradict each other; remove one",
    ),
}

SIGNATURES: Damages = {
    "one word": (MESSAGE, '"{name} initialized"', f"10: message: '{{name}} initialized' {TOO_LITTLE}"),
    "short words": (MESSAGE, '"a bad {name} is"', f"10: message: 'a bad {{name}} is' {TOO_LITTLE}"),
    "only a hole": (MESSAGE, '"{everything}"', f"10: message: '{{everything}}' {TOO_LITTLE}"),
    "nothing": (MESSAGE, '""', f"10: message: '' {TOO_LITTLE}"),
    "open brace": (
        MESSAGE,
        '"Backend {name"',
        "10: message: 'Backend {name' has a single '{'; double a brace that is no hole",
    ),
    "closing brace": (
        MESSAGE,
        '"Backend }"',
        "10: message: 'Backend }' has a single '}'; double a brace that is no hole",
    ),
    "hole without a name": (
        MESSAGE,
        '"Backend {} already"',
        "10: message: 'Backend {} already' has a hole named ''; name it as a Python variable",
    ),
    "hole with a format": (
        MESSAGE,
        '"Backend {a!r} already"',
        "10: message: 'Backend {a!r} already' has a hole named 'a!r'; name it as a Python variable",
    ),
    "holes side by side": (
        MESSAGE,
        '"Backend {a}{b}"',
        "10: message: 'Backend {a}{b}' has the holes {a} and {b} side by side; merge them",
    ),
    "no such function": (
        "function: register_backend_factory\n",
        "function: register\n",
        "13: raised_in: JAX PRIMARY has no 'jax._src.xla_bridge: register'; "
        "look the function up, or give the site a 'versions'",
    ),
    "no such module": (
        "module: jax._src.xla_bridge",
        "module: jax._src.xla",
        "13: raised_in: JAX PRIMARY has no 'jax._src.xla: register_backend_factory'; "
        "look the function up, or give the site a 'versions'",
    ),
    "no module of JAX": (
        "module: jax._src.xla_bridge",
        "module: os.path",
        "13: raised_in: JAX PRIMARY has no 'os.path: register_backend_factory'; "
        "look the function up, or give the site a 'versions'",
    ),
    "no such raise": (
        "exception: RuntimeError",
        "exception: KeyError",
        "13: raised_in: 'jax._src.xla_bridge: register_backend_factory' of JAX PRIMARY raises no KeyError; "
        "look the site up",
    ),
    "half a site": (FUNCTION, "", "13: raised_in: kind 'raise' needs 'module' and 'function'; add them"),
    "no reason": (
        "  - module: jax._src.xla_bridge\n" + FUNCTION,
        "  - kind: python\n",
        "13: raised_in: kind 'python' needs a 'reason'; say what raises",
    ),
}

CODE = """\
          >>> from jax.extend import backend
          >>> backend.register_backend_factory('cpu', dict)
          >>> backend.get_backend('cpu')
          <Backend at {address}>
"""
FIRST = 46
COMPOUND_END = "ends a compound statement; a prompt needs a closing '...' line"
NOT_READ = "is neither code after '>>> ' nor output right below it; remove it"

#: Code of a fix, and what must be told: line in the code from 0, then the sentence.
BLOCKS: dict[str, tuple[str, *tuple[tuple[int, str], ...]]] = {
    "words": (
        "import jax",
        (0, "'import jax' is not a doctest; write its lines after '>>> ' and what they print below"),
    ),
    "words first": ("Do this:\n>>> 1 + 1\n2", (0, f"'Do this:' {NOT_READ}")),
    "words after an empty line": (">>> 1 + 1\n2\n\nDone.", (3, f"'Done.' {NOT_READ}")),
    "output of a comment": (
        ">>> # This works:\nyes\n>>> 1 + 1\n2",
        (0, "'>>> # This works:' does nothing; put the comment behind code"),
        (1, f"'yes' {NOT_READ}"),
    ),
    "empty prompt": (">>> 1 + 1\n2\n>>>", (2, "'>>>' does nothing; put the comment behind code")),
    "no blank after the prompt": (">>> 1\n1\n>>>2\n2", (2, "is not a doctest: lacks blank after >>>: '>>>2'; mend it")),
    "indented prompt": (">>> 1\n1\n  >>> 1 + 1\n  2", (2, "'>>> 1 + 1' is indented; begin the line with '>>> '")),
    "tab": (">>> len('a\tb')\n3", (0, "'>>> len('a b')' holds a tab; write spaces, or '\\t' in a string")),
    "no result": (">>> x = 1", (0, "'x = 1' comes last without a checked result; end with a value and its output")),
    "no result in the end": (
        ">>> 1 + 1\n2\n>>> x = 1",
        (2, "'x = 1' comes last without a checked result; end with a value and its output"),
    ),
    "no Python": (">>> x = = 1\n>>> 1 + 1\n2", (0, "'x = = 1' is not Python: invalid syntax; mend it")),
    "invalid escape": (
        ">>> len('\\d')\n2",
        (0, "'len('\\d')' is not Python: invalid escape sequence '\\d'; mend it"),
    ),
    "two statements": (
        ">>> x = 1\n... y = 2\n>>> x\n1",
        (0, "'x = 1' is not Python: multiple statements found while compiling a single statement; mend it"),
    ),
    "two statements, one compound": (
        ">>> if 1:\n...     x = 1\n... x\n1",
        (2, "'x' is not Python: invalid syntax; mend it"),
    ),
    "open compound": (">>> if 1:\n...     x = 1\n>>> x\n1", (1, f"'x = 1' {COMPOUND_END}")),
    "compound on one line": (">>> for i in (1, 2): i\n1\n2", (0, f"'for i in (1, 2): i' {COMPOUND_END}")),
    "open match": (">>> match 1:\n...     case 1: 2\n2", (1, f"'case 1: 2' {COMPOUND_END}")),
    "open decorated function": (">>> @f\n... def g():\n...     pass\n>>> 1 + 1\n2", (2, f"'pass' {COMPOUND_END}")),
    "empty line inside": (
        ">>> def f():\n...     x = 1\n...\n...     return x\n...\n>>> f()\n1",
        (2, "an empty line inside a compound statement ends it at a prompt; remove it"),
    ),
    "skipped": (
        ">>> 1 + 1  # doctest: +SKIP\n3",
        (0, "'1 + 1 # doctest: +SKIP' switches doctest options; remove the directive"),
    ),
    "ellipsis option": (
        ">>> 1 + 1  # doctest: +ELLIPSIS\n2",
        (0, "'1 + 1 # doctest: +ELLIPSIS' switches doctest options; remove the directive"),
    ),
    "unknown option": (
        ">>> 1 + 1\n2\n>>> 1 + 1  # doctest: +MAYBE\n3",
        (2, "is not a doctest: has an invalid option: '+MAYBE'; mend it"),
    ),
    "ellipsis": (
        ">>> list(range(9))\n[0, ..., 8]",
        (1, "'[0, ..., 8]' has '...' where no hole is; print something shorter, or write {where}, {docs}, …"),
    ),
    "error in a fix": (
        ">>> 1 / 0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: division by zero",
        (1, "a fix shows an error; a fix runs clean"),
    ),
    "frames": (
        ">>> 1 / 0\nTraceback (most recent call last):\n  File 'a.py', line 1\nZeroDivisionError: division by zero",
        (1, "a fix shows an error; a fix runs clean"),
        (1, "between 'Traceback (most recent call last):' and the message stands exactly '    ...'; put it there"),
    ),
}

HTML = "holds HTML; write plain text"
INLINE_HTML = "holds HTML; write plain text, or put it in backticks"
HEADING = "holds a heading; the page has its own"
JINJA = "holds Jinja; nothing is filled in, remove it or put it in backticks"
DIALECT = "holds a block of another Markdown dialect; remove it"
FENCE = "holds a code block; code belongs in a field that is run"
HTTPS = "link to an https:// address"

#: Prose, and what must be told: line in it from 0, then the sentence.
PROSE_TEXTS: dict[str, tuple[str, *tuple[tuple[int, str], ...]]] = {
    "fence": ("a\n\n```\nx\n```", (2, f"'```' {FENCE}")),
    "fence of tildes": ("~~~\nx\n~~~", (0, f"'~~~' {FENCE}")),
    "indented code": ("a\n\n    x", (2, "'x' holds an indented code block; code belongs in a field that is run")),
    "HTML": ("a <b>b</b>", (0, f"'a <b>b</b>' {INLINE_HTML}")),
    "HTML block": ("a\n\n<script>x</script>", (2, f"'<script>x</script>' {HTML}")),
    "comment": ("<!-- x -->", (0, f"'<!-- x -->' {HTML}")),
    "Jinja value": ("a\nb {{ x }}", (1, f"'b {{{{ x }}}}' {JINJA}")),
    "Jinja statement": ("{% include 'x' %}", (0, f"'{{% include 'x' %}}' {JINJA}")),
    "heading": ("a\n# b", (1, f"'# b' {HEADING}")),
    "underlined heading": ("a\n===", (0, f"'a' {HEADING}")),
    "front matter": (
        "---\ntitle: x\n---",
        (0, "'---' holds a line or front matter (---); remove it"),
        (1, f"'title: x' {HEADING}"),
    ),
    "quote": ("> a", (0, "'> a' holds a block quote; write a paragraph")),
    "table": ("| a |\n| - |\n| b |", (0, "'| a |' holds a table; write a list")),
    "image": ("![x](https://a.b)", (0, "'![x](https://a.b)' holds an image; write text")),
    "struck out": ("~~a~~", (0, "'~~a~~' holds struck-out text; remove it")),
    "forced break": ("a\\\nb", (0, "'a\\' holds a forced line break; begin a new paragraph")),
    "script": ("[a](javascript:alert)", (0, f"'[a](javascript:alert)' links to 'javascript:alert'; {HTTPS}")),
    "script in brackets": ("<javascript:alert>", (0, f"'<javascript:alert>' links to 'javascript:alert'; {HTTPS}")),
    "data": ("[a](data:text/html,x)", (0, f"'[a](data:text/html,x)' links to 'data:text/html,x'; {HTTPS}")),
    "relative link": ("[a](../x.md)", (0, f"'[a](../x.md)' links to '../x.md'; {HTTPS}")),
    "link to an anchor": ("[a](#fix)", (0, f"'[a](#fix)' links to '#fix'; {HTTPS}")),
    "plain link": ("[a](http://a.b)", (0, f"'[a](http://a.b)' links to 'http://a.b'; {HTTPS}")),
    "mail": ("<a@b.c>", (0, f"'<a@b.c>' links to 'mailto:a@b.c'; {HTTPS}")),
    "link definition": (
        "[a]\n\n[a]: https://a.b",
        (2, "'[a]: https://a.b' holds a link definition; write the address into the link"),
    ),
    "link title": ("[a](https://a.b 'c')", (0, "'[a](https://a.b 'c')' holds a link title; remove it")),
    "admonition": ("!!! note", (0, f"'!!! note' {DIALECT}")),
    "details": ("??? note", (0, f"'??? note' {DIALECT}")),
    "tab": ('=== "x"', (0, f"'=== \"x\"' {DIALECT}")),
    "snippet": ('--8<-- "x"', (0, f"'--8<-- \"x\"' {DIALECT}")),
    "contents": ("[TOC]", (0, f"'[TOC]' {DIALECT}")),
    "emphasis in emphasis": ("**a *b* c**", (0, "'**a *b* c**' holds emphasis inside emphasis; keep one")),
    "emphasis beside emphasis": ("*a*_b_", (0, "'*a*_b_' holds emphasis right beside emphasis; put text between")),
    "link in a link": (
        "[<https://a.b>](https://c.d)",
        (0, "'[<https://a.b>](https://c.d)' holds a link inside a link; keep one"),
    ),
    "lists in a row": (
        "- a\n\n1. b",
        (2, "'1. b' holds two lists in a row, which would be shown as one; put a paragraph between them"),
    ),
    "empty item": ("-\n- a", (0, "'-' holds a list item that does not begin with text; write some")),
    "list from 3": ("3. a", (0, "'3. a' holds a list that begins at 3; begin at 1, or write '3\\.'")),
}

#: Every other field of prose: what stands there, what is put there, line, field.
ELSEWHERE = {
    "meaning": (
        "A *factory* is",
        "A <hr> is",
        24,
        "A <hr> is only a recipe. [Plugins](https://openxla.org/xla/pjrt) say more.",
    ),
    "triggers": ("A call of", "A <hr> of", 29, "A <hr> of `register_backend_factory` for a running platform."),
    "why": ("The name is taken.", "The <hr>.", 53, "The <hr>."),
    "sign": ('"Your factory was never called."', '"The <hr>."', 34, "The <hr>."),
    "summary": (SUMMARY, '"The <hr>."', 17, "The <hr>."),
    "when": ('"You own the start-up."', '"The <hr>."', 43, "The <hr>."),
    "cost": ('"Nothing."', '"The <hr>."', 44, "The <hr>."),
    "differs": ("differs: null", 'differs: "The <hr>."', 51, "The <hr>."),
    "no_check": ('"JAX has no public question for it."', '"The <hr>."', 65, "The <hr>."),
    "prevention": ('"Register at the top of the program."', '"The <hr>."', 67, "The <hr>."),
    "reason": (FUNCTION, FUNCTION + '    reason: "The <hr>."\n', 15, "The <hr>."),
}


def told(checkout: Checkout, *lines: str) -> list[str]:
    return [f"{RECORD}:{line}".replace("PRIMARY", checkout.project.primary) for line in lines]


def indented(text: str, margin: int) -> str:
    return "".join(f"{' ' * margin}{line}\n" if line else "\n" for line in text.split("\n"))


@pytest.mark.parametrize("command", ["check", "render", "build", "verify"])
def test_every_command_refuses_and_writes_nothing(checkout: Checkout, command: str) -> None:
    checkout.damage(TITLE, "null")
    assert checkout.refusals(command) == told(checkout, "16: title: YAML reads 'null' as null; quote it")


def test_the_good_record_is_in_order(checkout: Checkout) -> None:
    status, _, problems = checkout.run("check")
    assert (status, problems) == (0, [])


@pytest.mark.parametrize(
    "damage", [pytest.param(one, id=name) for group in (FORM, FIELDS, SIGNATURES) for name, one in group.items()]
)
def test_damaged_field(checkout: Checkout, damage: tuple[str, str, *tuple[str, ...]]) -> None:
    old, new, *lines = damage
    checkout.damage(old, new)
    assert checkout.refusals("render") == told(checkout, *lines)


@pytest.mark.parametrize("damage", [pytest.param(one, id=name) for name, one in BLOCKS.items()])
def test_block_that_proves_nothing(checkout: Checkout, damage: tuple[str, *tuple[tuple[int, str], ...]]) -> None:
    code, *lines = damage
    checkout.damage(CODE, indented(code, 10))
    assert checkout.refusals("render") == told(checkout, *(f"{FIRST + line}: fix: {what}" for line, what in lines))


def test_reproducer_without_error(checkout: Checkout) -> None:
    checkout.damage("      RuntimeError: Backend cpu already initialized\n", "")
    assert checkout.refusals("render") == told(
        checkout,
        "37: reproduce: 'backend.register_backend_factory('cpu', dict)' comes last and shows no traceback; "
        "end with the line that raises",
    )


@pytest.mark.parametrize("style", [">", '">>> 1\\n1"'])
def test_block_of_another_style(checkout: Checkout, style: str) -> None:
    checkout.damage("        code: |\n" + CODE, f"        code: {style}\n" + (CODE if style == ">" else ""))
    line = 46 if style == ">" else 45
    assert checkout.refusals("render") == told(checkout, f"{line}: fix: is not a literal block; begin it with '|'")


@pytest.mark.parametrize("damage", [pytest.param(one, id=name) for name, one in PROSE_TEXTS.items()])
def test_prose_that_is_more(checkout: Checkout, damage: tuple[str, *tuple[tuple[int, str], ...]]) -> None:
    text, *lines = damage
    checkout.damage(f"  {PROSE}\n", indented(text, 2))
    assert checkout.refusals("render") == told(checkout, *(f"{31 + line}: situations: {what}" for line, what in lines))


@pytest.mark.parametrize("field", list(ELSEWHERE))
def test_html_in_every_field_of_prose(checkout: Checkout, field: str) -> None:
    old, new, line, text = ELSEWHERE[field]
    checkout.damage(old, new)
    assert checkout.refusals("render") == told(checkout, f"{line}: {field}: '{text}' {INLINE_HTML}")


@pytest.mark.parametrize("text", ["- a", "1. a"])
def test_list_where_one_sentence_belongs(checkout: Checkout, text: str) -> None:
    checkout.damage(SUMMARY, f'"{text}"')
    what = f"17: summary: '{text}' is no single paragraph; write it as one"
    assert checkout.refusals("render") == told(checkout, what)


def test_empty_prose(checkout: Checkout) -> None:
    checkout.damage(f"|\n  {PROSE}\n", '""\n')
    assert checkout.refusals("render") == told(
        checkout, "30: situations: is empty; write it, or remove the record's promise of it"
    )


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(b"", ": is empty; 'runbook_builder new' writes a draft to start from", id="empty"),
        pytest.param(b"# later\n", ": is empty; 'runbook_builder new' writes a draft to start from", id="comment"),
        pytest.param(
            b"- a\n", ":1: is not a mapping of fields; 'runbook_builder new' writes a draft to start from", id="list"
        ),
        pytest.param(
            b"words\n", ":1: is not a mapping of fields; 'runbook_builder new' writes a draft to start from", id="words"
        ),
        pytest.param(b"title: \xff\n", ": is not UTF-8 at byte 7; save it as UTF-8", id="not UTF-8"),
        pytest.param("title: x".encode("utf-16"), ": is not UTF-8 at byte 0; save it as UTF-8", id="UTF-16"),
        pytest.param(b"a: \x00\n", ":1: holds the invisible character U+0000; remove it", id="zero"),
        pytest.param(
            b"# " + b"x" * 10_000_000, ": is 10,000,002 bytes; a record has at most 262,144, split it", id="10 MB"
        ),
        pytest.param(BOMB.encode(), ":1: has an anchor or alias (& or *); write the value out", id="alias bomb"),
        pytest.param(
            b"a: " + b"[" * 200_000, ":1: has over 20 levels or 5,000 values; write it as a record is", id="brackets"
        ),
    ],
)
def test_whole_file(checkout: Checkout, content: bytes, problem: str) -> None:
    checkout.record.write_bytes(content)
    assert checkout.refusals("render") == [f"{RECORD}{problem}"]


@pytest.mark.parametrize("make", ["mkdir", "link"])
def test_no_file(checkout: Checkout, make: str) -> None:
    path = checkout.record.with_name("other.yaml")
    path.mkdir() if make == "mkdir" else path.symlink_to("nowhere")
    assert checkout.refusals("render") == [
        "records/backends/other.yaml: is not a file that can be read; remove it",
    ]


@pytest.mark.parametrize(
    "place",
    [
        "backend.yaml",
        "backends/deeper/backend.yaml",
        "Backends/backend.yaml",
        "back_ends/backend.yaml",
        "backends/Backend.yaml",
        "backends/a backend.yaml",
        "backends/a--backend.yaml",
        "backends/-backend.yaml",
        "backends/backend..yaml",
        "backends/bäckend.yaml",
        "backends/.backend.yaml",
        "backends/index.yaml",
        "backends/backend.yml",
        "backends/backend.YAML",
        "backends/backend.yaml.bak",
        "backends/backend.json",
        "README",
    ],
)
def test_odd_place(checkout: Checkout, place: str) -> None:
    path = checkout.root / "records" / place
    path.parent.mkdir(exist_ok=True, parents=True)
    shutil.copy(checkout.record, path)
    assert checkout.refusals("render") == [f"records/{place}: {MISPLACED}"]


def test_hidden_files_of_editors_may_lie_beside_records(checkout: Checkout) -> None:
    (checkout.record.parent / ".backend.yaml.swp").write_bytes(b"\xff")
    assert checkout.run("check")[0] == 0


def test_id_and_slug_of_another_record(checkout: Checkout) -> None:
    other = checkout.root / "records" / "zoo" / RECORD.name
    other.parent.mkdir()
    shutil.copy(checkout.record, other)
    assert checkout.refusals("render") == [
        f"records/zoo/{RECORD.name}:2: ID 'd0594bd30c4de243' belongs to {RECORD}; mint another",
        f"records/zoo/{RECORD.name}:2: slug '{RECORD.stem}' is that of {RECORD}; rename one file",
    ]


def test_all_problems_of_all_files_at_once(checkout: Checkout) -> None:
    text = checkout.record.read_text(encoding="utf-8")
    for name, old, new in (
        ("a", ID, '"d0594bd30c4de243x"'),
        ("b", f"  {PROSE}", "  <hr>\n  {{ x }}"),
        ("c", "related: []", "related: ["),
    ):
        checkout.record.with_name(f"{name}.yaml").write_text(text.replace(old, new), encoding="utf-8")
    checkout.damage(TITLE, "null")
    checkout.damage("severity: error", "severity: bad")
    assert checkout.refusals("render") == [
        f"records/backends/a.yaml:2: id: 'd0594bd30c4de243x' {NO_ID}",
        f"records/backends/b.yaml:31: situations: '<hr>' {HTML}",
        *told(
            checkout,
            "16: title: YAML reads 'null' as null; quote it",
            "18: severity: 'bad' is none of 'fatal', 'error', 'warning' or 'info'; use one of them",
        ),
        "records/backends/c.yaml:71: is not YAML: expected the node content, but found '<stream end>'; "
        "mend the syntax there",
    ]
