"""New records: mints an ID and writes a commented draft."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from runbook_builder import checks, record, source
from runbook_builder.checks import Authored
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import write

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from runbook_builder.project import Project

_DRAFT = """\
# yaml-language-server: $schema=../record.schema.json
id: {id}            # minted from library, class and message; never change it
status: draft                     # draft | published | known | retired
kind: exception
library: jax
also_in: []                       # other libraries with the same text: {{library: ..., where: ..., run: false}}
signatures:
  - exception: {exception}
    message: {message}
    versions: null                # releases that print it so, such as ">=0.4.14"
raised_in:                        # the innermost JAX function of the traceback; never a line number
  - module: jax.TODO
    function: TODO
title: {title}
summary: "One sentence."
severity: error
tags: []
aliases: []
strategy: validation              # validation | fallback | retry | propagate
versions: {{introduced: null, gone: null}}
requires: {{platform: any, devices: 1, pins: []}}
meaning: |
  Why JAX does this: the model behind the rule, not the message again.
triggers: |
  What code gets it.
situations: |
  Where people meet it.
causes:
  - title: "short heading"
    sign: "How the reader sees that this cause is theirs."
    reproduce: |
      >>> import jax
      >>> 1 / 0
      Traceback (most recent call last):
          ...
      ZeroDivisionError: division by zero
    fixes:
      - title: "short heading"
        when: "When this is the right fix."
        cost: "What it costs."
        code: |
          >>> import jax
          >>> 1 + 1
          2
        versions: null
        differs: null             # or: why the call that failed does not occur here
    why: |
      Why this cause leads to the error.
    catch: null
    check: null
catch: null                       # a block with try/except, or say why not:
no_catch: "Why it cannot or should not be caught."
check: null
no_check: "Why it cannot be checked before."
prevention: []
seen_in: []                       # addresses of public reports
answers: []
related: []
"""


def mint(library: str, exception: str, message: str) -> str:
    """Return the permanent ID of an error: 16 hex digits of library, class and message template."""
    return hashlib.sha256("\n".join((library, exception, message)).encode(errors="surrogateescape")).hexdigest()[:16]


def draft(project: Project, loaded: Sequence[Authored], place: str, exception: str, message: str) -> Path:
    """Write a draft at ``records/<place>.yaml`` and return its path.

    Raises ``ProblemsError`` when a record of this error or name exists, or when what was asked for is no record.
    """
    area, _, slug = place.partition("/")
    path = project.records / area / f"{slug}.yaml"
    name = project.relative(path)
    identity = mint("jax", exception, message)
    for one in loaded:
        known = [(each.exception, each.message) for each in one.record.signatures]
        if identity in (one.record.id, *one.record.aliases) or (exception, message) in known:
            held = f"is the record of this error, ID {one.record.id}; extend it"
            raise ProblemsError(Problem(path=one.source.path, line=0, message=held))
    if not checks.is_place(area, f"{slug}.yaml"):
        raise ProblemsError(Problem(path=name, line=0, message=checks.MISPLACED))
    if path.exists() or any(one.slug == slug for one in loaded):
        raise ProblemsError(Problem(path=name, line=0, message=f"a record '{slug}' exists; take another slug"))
    title = slug.replace("-", " ").capitalize()
    values = {"id": identity, "exception": exception, "message": message, "title": title}
    text = _DRAFT.format(**{key: json.dumps(value, ensure_ascii=False) for key, value in values.items()})
    try:
        read = source.parse(text, name)
        checks.judge(Authored(area=area, slug=slug, source=read, record=record.parse(read)))
    except ProblemsError as error:  # the lines are those of a file that is not written
        raise ProblemsError(*(replace(problem, line=0) for problem in error.problems)) from None
    try:
        read = source.parse(text, name)
        checks.judge(Authored(area=area, slug=slug, source=read, record=record.parse(read)))
    except ProblemsError as error:  # what was asked for is wrong: there is no file yet, so no line to point to
        raise ProblemsError(*(replace(problem, line=0) for problem in error.problems)) from None
    write(path, text)
    return path
