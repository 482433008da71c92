"""The proofs: what each role must show, which runs it takes, and the verdict on what they did.

A proof looks at text and plain data only. Every rule here answers a way in which a page could be wrong and still look
right; docs/guide/verification.md says them in words.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from doctest import DONT_ACCEPT_TRUE_FOR_1, OutputChecker
from typing import TYPE_CHECKING

from jax_runbooks import index, raised
from jax_runbooks.signature import Template, same_class
from runbook_builder import mutation
from runbook_builder.doctests import without_stack
from runbook_builder.record import Role, in_range
from runbook_builder.sandbox import Run
from runbook_builder.verdict import PROOF, Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from doctest import Example

    from jax_runbooks.index import Index
    from runbook_builder.doctests import Doctest
    from runbook_builder.environment import Environment
    from runbook_builder.record import Record
    from runbook_builder.sandbox import Error, Ran, Step

_UNRELATED = "an unrelated error of the same class"
_MISSING = ("AttributeError", "ImportError", "ModuleNotFoundError", "NameError")
type Fault = tuple[Outcome, str]


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A doctest with all that its page claims of it."""

    doctest: Doctest
    reproducer: Doctest | None
    """The block that this one answers."""
    record: Record | None
    """``None`` for blocks of hand-written pages."""

    @property
    def digest(self) -> str:
        """Digest of everything the verdict hangs on: a verdict of another digest says nothing of this block."""
        one, record = self.doctest, self.record
        parts = [PROOF, one.id, one.role, one.code, one.holes, one.devices, one.versions, one.differs, one.of]
        parts.append(self.reproducer.code if self.reproducer else None)
        if record:
            parts += [record.id, record.requires.model_dump(), [each.model_dump() for each in record.signatures]]
            parts.append([site.model_dump() for site in record.raised_in])
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def obstacle(self, environment: Environment) -> str | None:
        """Return why the block is not meant to run in an environment, or ``None``."""
        if not in_range(environment.jax, self.doctest.versions):
            return f"meant for JAX {self.doctest.versions}"
        needs = self.record.requires if self.record else None
        if needs and needs.platform == "gpu" and environment.platform != "cuda":
            return "needs a GPU"
        if needs and needs.platform == "tpu":
            return "needs a TPU"
        if needs and needs.pins:
            return f"needs an environment with {', '.join(needs.pins)}"
        return None

    def runs(self) -> Iterator[Run]:
        """Yield the runs that need no earlier one; the first is the block as it stands on the page."""
        one = self.doctest
        sources = tuple(example.source for example in one.examples)

        def run(sources: tuple[str, ...], *, filtered: bool = False) -> Run:
            traced = one.role is Role.CATCH
            return Run(name=one.id, sources=sources, devices=one.devices, filtered=filtered, traced=traced)

        yield run(sources)
        match one.role:
            case Role.REPRODUCE:
                yield run(sources, filtered=True)
            case Role.FIX:
                key = self._operation()
                if one.differs or key is None:
                    yield run(mutation.without_calls(sources, mutation.imported(sources)))
                else:
                    yield run(mutation.without_operation(sources, key))
            case Role.CATCH:
                yield run(mutation.with_handlers_emptied(sources))
            case Role.CHECK:
                yield run(mutation.with_guards(sources, passing=True))
                yield run(mutation.with_guards(sources, passing=False))

    def later_runs(self, first: Ran) -> Iterator[Run]:
        """Yield the runs whose form hangs on what the block did as it stands."""
        if self.doctest.role is not Role.CATCH or first.ended != "whole" or self.record is None:
            return
        caught = _caught(self, first)
        if caught and caught.place:
            number, line = caught.place
            sources = [example.source for example in self.doctest.examples]
            sources[number] = mutation.with_error(sources[number], line, caught.exception, _UNRELATED)
            yield Run(name=self.doctest.id, sources=tuple(sources), devices=self.doctest.devices)

    def judge(self, rans: tuple[Ran, ...], release: str, known: Index) -> Verdict:
        """Return the verdict on what the runs did on a JAX release."""
        fault = self._fault(rans, release, known)
        outcome, detail = fault or (Outcome.AS_DOCUMENTED, "")
        one = self.doctest
        return Verdict(doctest=one.id, role=one.role, digest=self.digest, outcome=outcome, detail=detail)

    def _operation(self) -> mutation.Key | None:
        return mutation.operation(self.reproducer.examples[-1].source) if self.reproducer else None

    def _fault(self, rans: tuple[Ran, ...], release: str, known: Index) -> Fault | None:
        first = rans[0]
        if first.ended != "whole":
            return Outcome(first.ended), first.detail
        if len(first.steps) != len(self.doctest.examples):
            return Outcome.EXITED_EARLY, f"{len(first.steps)} of {len(self.doctest.examples)} examples reported"
        match self.doctest.role:
            case Role.REPRODUCE:
                return self._reproduce(first, rans[1], release, known)
            case Role.FIX:
                return self._fix(first, rans[1])
            case Role.CATCH:
                return self._catch(rans, release)
            case Role.CHECK:
                return self._check(first, rans[1], rans[2], release)
            case Role.EXAMPLE:
                return self._as_documented(first)

    def _as_documented(self, ran: Ran) -> Fault | None:
        faults = (self._fault_of(example, step) for example, step in zip(self.doctest.examples, ran.steps, strict=True))
        return next((fault for fault in faults if fault), None)

    def _fault_of(self, example: Example, step: Step) -> Fault | None:
        """Return how one example did something else than its page says, or ``None``."""
        where = f"line {example.lineno + 1}, {example.source.splitlines()[0]!r}"
        error, holes = step.error, self.doctest.holes_of(example)
        if example.exc_msg is None:
            if error is not None:
                missing = error.exception in _MISSING and "jax" in error.message
                outcome = Outcome.API_MISSING if missing else Outcome.OTHER_CLASS
                outcome = Outcome.FIX_FAILS if self.doctest.role is Role.FIX and not missing else outcome
                return outcome, f"{where}: raised {error.printed.strip()!r}, the page shows no error"
            if not _same(example.want, step.stdout, holes):
                return Outcome.OUTPUT_DIFFERS, f"{where}: printed {step.stdout!r}, the page says {example.want!r}"
            return None
        if error is None:
            return Outcome.NOTHING_RAISED, f"{where}: raised nothing, the page says {example.exc_msg.strip()!r}"
        if step.stdout:
            return Outcome.OUTPUT_DIFFERS, f"{where}: printed {step.stdout!r} before it raised"
        if not _same(example.exc_msg, error.printed, holes):
            same = same_class(example.exc_msg.partition(":")[0].strip(), error.exception)
            outcome = Outcome.OTHER_TEXT if same else Outcome.OTHER_CLASS
            return outcome, f"{where}: raised {error.printed.strip()!r}, the page says {example.exc_msg.strip()!r}"
        return None

    def _error_fault(self, error: Error, release: str) -> Fault | None:
        """Return why an error is not the record's: class, then text, then the place that raised it."""
        assert self.record is not None  # noqa: S101  (only blocks of records have a role that asks)
        signatures = [one for one in self.record.signatures if in_range(release, one.versions)]
        classes = [one for one in signatures if one.exception == error.exception]
        if not classes:
            names = ", ".join(sorted({one.exception for one in signatures})) or "no signature for this release"
            return Outcome.OTHER_CLASS, f"raised {error.exception}, the record's class is {names}"
        if not any(Template.parse(one.message).fit(error.message) is not None for one in classes):
            texts = " or ".join(repr(one.message) for one in classes)
            return Outcome.OTHER_TEXT, f"raised the text {error.message!r}, which does not fit the signature {texts}"
        sites = [site for site in self.record.raised_in if in_range(release, site.versions)]
        if not any(_is_site(site.kind, site.module, site.function, error) for site in sites):
            seen = f"{error.module}: {error.function}" if error.module else "no JAX frame"
            kind = "a raise statement" if error.in_raise else "no raise statement"
            named = "; ".join(f"{site.module}: {site.function} ({site.kind})" for site in sites)
            return Outcome.NOT_PROVED, f"raised in {seen} ({kind} there), the record's raise site is {named}"
        return None

    def _reproduce(self, ran: Ran, filtered: Ran, release: str, known: Index) -> Fault | None:
        error = ran.steps[-1].error
        setup = zip(self.doctest.examples[:-1], ran.steps[:-1], strict=True)
        for example, step in setup:
            if fault := self._fault_of(example, step):
                return fault
        if error and (fault := self._error_fault(error, release)):
            return fault
        if fault := self._fault_of(self.doctest.examples[-1], ran.steps[-1]):
            return fault
        pasted = filtered.steps[-1].error if filtered.steps else None
        if pasted is None:
            return Outcome.NOT_PROVED, f"with JAX's default traceback filtering it {filtered.ended}, raising nothing"
        found = index.best(known.match(raised.parse(pasted.traceback)))
        ids = [match.entry.id for match in found]
        if self.record and ids != [self.record.id]:
            answer = ", ".join(f"{match.entry.id} ({match.entry.title})" for match in found) or "nothing"
            return Outcome.NOT_PROVED, f"the matcher, given its traceback, answers with {answer}"
        return None

    def _fix(self, ran: Ran, without: Ran) -> Fault | None:
        if fault := self._as_documented(ran):
            return fault
        sources = [example.source for example in self.doctest.examples]
        key = self._operation()
        if not self.doctest.differs and self.reproducer and key:
            name = key[1] or key[0]
            if not mutation.has(sources, key):
                return Outcome.NOT_PROVED, f"what failed, '{name}', does not occur in the fix; say why under 'differs'"
            setup = [example.source for example in self.reproducer.examples[:-1]]
            used = mutation.loads(self.reproducer.examples[-1].source) & mutation.binds(setup)
            if absent := sorted(used - mutation.binds(sources)):
                return (
                    Outcome.NOT_PROVED,
                    f"the reproducer's {', '.join(absent)} is not made in the fix; keep its set-up",
                )
        if ran.deprecated:
            return Outcome.NOT_PROVED, f"warns: {ran.deprecated[0]}"
        if ran.errors:
            return Outcome.NOT_PROVED, f"logs an error: {ran.errors[0]}"
        if without.steps and self._fault_of(self.doctest.examples[-1], without.steps[-1]) is None:
            what = f"'{key[1] or key[0]}'" if key and not self.doctest.differs else "any call of what it imports"
            return Outcome.NOT_PROVED, f"its checked value stays the same without {what}; check what the fix computes"
        return None

    def _catch(self, rans: tuple[Ran, ...], release: str) -> Fault | None:
        first = rans[0]
        if fault := self._as_documented(first):
            return fault
        caught = _caught(self, first)
        if caught is None:
            return (
                Outcome.NOT_PROVED,
                "no exception reached an 'except' clause whose lines ran: the handler is never entered",
            )
        if fault := self._error_fault(caught, release):
            return fault[0], f"in the 'try' body it {fault[1]}"
        if rans[1].steps and self._fault_of(self.doctest.examples[-1], rans[1].steps[-1]) is None:
            return (
                Outcome.NOT_PROVED,
                "its checked value stays the same with an empty handler; check what the handler does",
            )
        number = caught.place[0] if caught.place else 0
        escaped = next((step.error for step in rans[2].steps if step.error), None) if len(rans) > 2 else None
        if escaped is None or _UNRELATED not in escaped.message or escaped.exception != caught.exception:
            source = self.doctest.examples[number].source.splitlines()[0]
            what = f"the handler after {source!r} swallows an unrelated {caught.exception}"
            return Outcome.NOT_PROVED, f"{what}; look at the message and re-raise"
        return None

    def _check(self, ran: Ran, passing: Ran, refusing: Ran, release: str) -> Fault | None:
        if fault := self._as_documented(ran):
            return fault
        steps = list(zip(self.doctest.examples, ran.steps, strict=True))
        if not any(
            step.error and self._error_fault(step.error, release) is None and not mutation.is_guarded(example.source)
            for example, step in steps
        ):
            return Outcome.NOT_PROVED, "no example shows the call with the bad input, unguarded, raising this error"
        if mutation.compares_identity([example.source for example in self.doctest.examples]):
            return Outcome.NOT_PROVED, "the guard compares identity ('is' or id()); test the property that matters"
        guarded = [n for n, (example, _) in enumerate(steps) if mutation.is_guarded(example.source)]
        for calls, other in ((passing, refusing), (refusing, passing)):
            if len(calls.steps) != len(steps) or len(other.steps) != len(steps):
                continue
            refused = [n for n in guarded if self._raises_this(calls.steps[n], release)]
            accepted = [
                n
                for n in guarded
                if self._fault_of(steps[n][0], calls.steps[n]) is None
                and self._fault_of(steps[n][0], other.steps[n]) is not None
            ]
            if refused and accepted:
                return None
        needed = "one 'if' must keep the bad input from this error, another must let the good input through"
        return Outcome.NOT_PROVED, f"the guard does not decide: {needed}"

    def _raises_this(self, step: Step, release: str) -> bool:
        return step.error is not None and self._error_fault(step.error, release) is None


def _caught(claim: Claim, ran: Ran) -> Error | None:
    """Return the first exception that reached a handler whose lines ran."""
    for step in ran.steps:
        for error in step.passed:
            if error.place is None:
                continue
            number, line = error.place
            for handler in mutation.handlers(claim.doctest.examples[number].source):
                if line in handler.tried and any((number, inner) in step.lines for inner in handler.handled):
                    return error
    return None


def _is_site(kind: str, module: str | None, function: str | None, error: Error) -> bool:
    if kind == "python":
        return not error.in_raise
    return (module, function) == (error.module, error.function) and error.in_raise == (kind == "raise")


def _same(want: str, got: str, holes: tuple[str, ...]) -> bool:
    """Whether output is what the page says: equal, save that each hole holds a text of its own form."""
    if not holes:
        return OutputChecker().check_output(want, got, DONT_ACCEPT_TRUE_FOR_1)
    literals = tuple(without_stack(want).replace("<BLANKLINE>\n", "\n").split("..."))
    return Template(literals=literals, holes=holes).fit(got, whole=True) is not None
