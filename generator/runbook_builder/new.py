"""New records: mints an ID and writes a commented draft."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.project import write

if TYPE_CHECKING:
    from pathlib import Path

    from runbook_builder.build import Line

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
    return hashlib.sha256("\n".join((library, exception, message)).encode()).hexdigest()[:16]


def draft(line: Line, place: str, exception: str, message: str) -> Path:
    """Write a draft at ``records/<place>.yaml`` and return its path. Raises ``ProblemsError`` when one exists."""
    area, _, slug = place.partition("/")
    path = line.project.records / area / f"{slug}.yaml"
    name = line.project.relative(path)
    identity = mint("jax", exception, message)
    owner = next((one.source.path for one in line.authored if one.record.id == identity), None)
    if owner:
        raise ProblemsError(
            Problem(path=owner, line=0, message=f"has the ID {identity} of this error; extend that record")
        )
    if path.exists() or any(one.slug == slug for one in line.authored):
        raise ProblemsError(Problem(path=name, line=0, message=f"a record '{slug}' exists; take another slug"))
    title = slug.replace("-", " ").capitalize()
    text = _DRAFT.format(
        id=json.dumps(identity), exception=exception, message=json.dumps(message), title=json.dumps(title)
    )
    write(path, text)
    return path
