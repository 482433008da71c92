"""A claim: one doctest with all that its page says of it, and whether what an example did is what the page says."""

from __future__ import annotations

import hashlib
import json
import sys
from dataclasses import dataclass
from doctest import DONT_ACCEPT_TRUE_FOR_1, OutputChecker
from pathlib import Path
from typing import TYPE_CHECKING

from jax_runbooks.signature import Template
from runbook_builder.doctests import without_stack
from runbook_builder.record import Role, in_range
from runbook_builder.verdict import PROOF, Outcome, Verdict

if TYPE_CHECKING:
    from doctest import Example

    from runbook_builder.doctests import Doctest
    from runbook_builder.environment import Environment
    from runbook_builder.record import Record
    from runbook_builder.sandbox import Error, Ran, Step

_MISSING = ("AttributeError", "ImportError", "ModuleNotFoundError")
type Fault = tuple[Outcome, str]
"""How something is not as the page says: the outcome, and a sentence."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A doctest with all that its page claims of it."""

    doctest: Doctest
    reproducer: Doctest | None
    """The block that this one answers."""
    record: Record | None
    """``None`` for blocks of hand-written pages."""

    @property
    def sources(self) -> tuple[str, ...]:
        """The code of each example."""
        return tuple(example.source for example in self.doctest.examples)

    @property
    def digest(self) -> str:
        """Digest of everything the verdict hangs on: a verdict of another digest says nothing of this block."""
        one, record = self.doctest, self.record
        parts = [PROOF, one.id, one.role, one.code, one.holes, one.devices, one.versions, one.differs, one.of, one.pins]
        parts.append(self.reproducer.code if self.reproducer else None)
        if record:
            parts += [record.id, record.requires.model_dump(), [each.model_dump() for each in record.signatures]]
            parts.append([site.model_dump() for site in record.raised_in])
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def verdict(self, fault: Fault | None) -> Verdict:
        """Return the verdict that a fault, or none, means."""
        outcome, detail = fault or (Outcome.AS_DOCUMENTED, "")
        one = self.doctest
        return Verdict(doctest=one.id, role=one.role, digest=self.digest, outcome=outcome, detail=detail)

    def obstacle(self, environment: Environment) -> str | None:
        """Return why the block is not meant to run in an environment, or ``None``."""
        if not in_range(environment.jax, self.doctest.versions):
            return f"meant for JAX {self.doctest.versions}"
        if self.doctest.pins and environment.interpreter != Path(sys.executable):
            return "has an environment of its own"
        needs = self.record.requires if self.record else None
        if needs and needs.platform == "gpu" and environment.platform != "cuda":
            return "needs a GPU"
        if needs and needs.platform == "tpu":
            return "needs a TPU"
        return None

    def as_documented(self, ran: Ran) -> Fault | None:
        """Return how a whole run did something else than the page says, or ``None``."""
        if ran.ended != "whole":
            return Outcome(ran.ended), ran.detail
        if len(ran.steps) != len(self.doctest.examples):
            return Outcome.EXITED_EARLY, f"{len(ran.steps)} of {len(self.doctest.examples)} examples reported"
        pairs = zip(self.doctest.examples, ran.steps, strict=True)
        return next((fault for example, step in pairs if (fault := self.fault(example, step))), None)

    def last_is_as_documented(self, ran: Ran) -> bool:
        """Whether a run of changed code still shows what the page says at its end."""
        if ran.ended != "whole" or len(ran.steps) != len(self.doctest.examples):
            return False
        return self.fault(self.doctest.examples[-1], ran.steps[-1]) is None

    def fault(self, example: Example, step: Step) -> Fault | None:
        """Return how one example did something else than the page says, or ``None``."""
        where = f"line {example.lineno + 1}, {example.source.splitlines()[0]!r}"
        error, holes = step.error, self.doctest.holes_of(example)
        if example.exc_msg is None:
            if error is not None:
                return self._unexpected(error), f"{where}: raised {error.printed.strip()!r}, the page shows no error"
            if not _same(example.want, step.stdout, holes):
                return Outcome.OUTPUT_DIFFERS, f"{where}: printed {step.stdout!r}, the page says {example.want!r}"
            return None
        said = f"the page says {example.exc_msg.strip()!r}"
        if error is None:
            return Outcome.NOTHING_RAISED, f"{where}: raised nothing, {said}"
        if step.stdout:
            return Outcome.OUTPUT_DIFFERS, f"{where}: printed {step.stdout!r} before it raised"
        if not _same(example.exc_msg, error.printed, holes):
            same = example.exc_msg.partition(":")[0].strip() == error.exception
            outcome = Outcome.OTHER_TEXT if same else Outcome.OTHER_CLASS
            return outcome, f"{where}: raised {error.printed.strip()!r}, {said}"
        return None

    def _unexpected(self, error: Error) -> Outcome:
        if error.exception in _MISSING and "jax" in error.message:
            return Outcome.API_MISSING
        return Outcome.FIX_FAILS if self.doctest.role is Role.FIX else Outcome.OTHER_CLASS

    def error_fault(self, error: Error, release: str) -> Fault | None:
        """Return why an error is not the record's: class, then text, then the place that raised it."""
        if self.record is None:
            return Outcome.NOT_PROVED, "a block of a hand-written page belongs to no error"
        classes = [one for one in self.record.signatures if one.exception == error.exception]
        if not classes:
            names = ", ".join(sorted({one.exception for one in self.record.signatures}))
            return Outcome.OTHER_CLASS, f"raised {error.exception}, the record's class is {names}"
        fitting = [one for one in classes if Template.parse(one.message).fit(error.message) is not None]
        if not fitting:
            texts = " or ".join(repr(one.message) for one in classes)
            return Outcome.OTHER_TEXT, f"raised the text {error.message!r}, which does not fit the signature {texts}"
        if not any(in_range(release, one.versions) for one in fitting):
            ranges = " or ".join(str(one.versions) for one in fitting)
            return Outcome.NOT_PROVED, f"fits a signature that is said to be printed by JAX {ranges} only; correct that"
        sites = [site for site in self.record.raised_in if in_range(release, site.versions)]
        if not any(_is_site(site.kind, site.module, site.function, error) for site in sites):
            seen = f"{error.module}: {error.function}" if error.module else "no JAX frame"
            kind = "a raise statement" if error.in_raise else "no raise statement"
            named = "; ".join(f"{site.module}: {site.function} ({site.kind})" for site in sites)
            return Outcome.NOT_PROVED, f"raised in {seen} ({kind} there), the record's raise site is {named}"
        return None


def _is_site(kind: str, module: str | None, function: str | None, error: Error) -> bool:
    """Whether an error comes from a raise site. What JAX called back into is never JAX's own error."""
    if kind == "python":
        return not error.in_raise and (error.innermost or (error.exception in _MISSING and "jax" in error.message))
    if kind == "native" and module is None:  # jaxlib, called by no Python function of JAX
        return error.module is None and not error.in_raise
    same = function == error.function or (
        error.exception == "" and (function or "").rpartition(".")[2] == error.function
    )
    here = error.innermost and module == error.module and same  # a log line tells the last part of the name alone
    return here and error.in_raise == (kind == "raise")


def _same(want: str, got: str, holes: tuple[str, ...]) -> bool:
    """Whether output is what the page says: equal, save that each hole holds a text of its own form."""
    if not holes:
        return OutputChecker().check_output(want, got, DONT_ACCEPT_TRUE_FOR_1)
    literals = tuple(without_stack(want).replace("<BLANKLINE>\n", "\n").split("..."))
    return Template(literals=literals, holes=holes).fit(got, whole=True) is not None
