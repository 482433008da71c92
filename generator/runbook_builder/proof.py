"""The proofs: what each role must show, and the runs that show it.

A proof looks at text and plain data only. Every rule here answers a way in which a page could be wrong and still look
right; docs/guide/verification.md says them in words.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from runbook_builder import mutation, told
from runbook_builder.record import Role
from runbook_builder.sandbox import Run
from runbook_builder.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from jax_runbooks.index import Index
    from runbook_builder.claim import Claim, Fault
    from runbook_builder.doctests import Doctest
    from runbook_builder.sandbox import Error, Ran
    from runbook_builder.verdict import Verdict

_UNRELATED = "an unrelated error of the same class"


def prove(claim: Claim, run: Callable[[Run], Ran], release: str, known: Index) -> Verdict:
    """Run a claim, and the changed copies that its proof needs, on a JAX release; return the verdict."""
    trial = Trial(claim=claim, execute=run, release=release, known=known)
    ran = trial.run(claim.sources, traced=claim.doctest.role in (Role.FIX, Role.CATCH, Role.CHECK))
    proofs = {Role.REPRODUCE: _reproduce, Role.FIX: _fix, Role.CATCH: _catch, Role.CHECK: _check}
    if trial.kind in told.KINDS:
        proofs |= {Role.REPRODUCE: told.reproduce, Role.CATCH: told.catch}
    own = proofs.get(claim.doctest.role)
    if own is _reproduce:  # it says more of a wrong error than "as documented" can
        return claim.verdict(_reproduce(trial, ran))
    return claim.verdict(claim.as_documented(ran) or (own(trial, ran) if own else None))


@dataclass(frozen=True, kw_only=True)
class Trial:
    """A claim on trial: what its proof may ask."""

    claim: Claim
    execute: Callable[[Run], Ran]
    release: str
    known: Index

    @property
    def kind(self) -> str:
        """Kind of the record; of a block on a hand-written page, ``exception``."""
        return self.claim.record.kind if self.claim.record else "exception"

    def run(self, sources: tuple[str, ...], *, filtered: bool = False, traced: bool = False) -> Ran:
        """Run changed code of the claim."""
        one = self.claim.doctest
        return self.execute(Run(name=one.id, sources=sources, devices=one.devices, filtered=filtered, traced=traced))

    def is_the_error(self, error: Error | None) -> bool:
        """Whether an error is the record's: class, text and place."""
        return error is not None and self.claim.error_fault(error, self.release) is None


def _reproduce(trial: Trial, ran: Ran) -> Fault | None:
    """Ask that it raises the record's error, and that its traceback as JAX prints it by default leads back."""
    claim = trial.claim
    error = ran.steps[-1].error if len(ran.steps) == len(claim.sources) else None
    for example, step in zip(claim.doctest.examples[:-1], ran.steps, strict=False):
        if ran.ended == "whole" and (fault := claim.fault(example, step)):
            return fault
    if ran.ended == "whole" and error and (fault := claim.error_fault(error, trial.release)):
        return fault
    if fault := claim.as_documented(ran):
        return fault
    sites = claim.record.raised_in if claim.record else ()
    if any(site.kind == "native" and not site.module for site in sites):  # no frame says that the error is JAX's
        bare = trial.run(mutation.without_calls(claim.sources, mutation.imported_from_jax(claim.sources)))
        same = bare.steps[-1].error if len(bare.steps) == len(claim.sources) else None
        if error and same and (same.exception, same.message) == (error.exception, error.message):
            return Outcome.NOT_PROVED, "the same error is raised without any call of JAX"
    filtered = trial.run(claim.sources, filtered=True)
    pasted = filtered.steps[-1].error if filtered.ended == "whole" else None
    if pasted is None:
        return Outcome.NOT_PROVED, f"with JAX's default traceback filtering it {filtered.ended}, raising nothing"
    found = trial.known.answer(pasted.traceback).best
    if claim.record and [match.entry.id for match in found] != [claim.record.id]:
        answer = ", ".join(f"{match.entry.id} ({match.entry.title})" for match in found) or "nothing"
        return Outcome.NOT_PROVED, f"the matcher, given its traceback, answers with {answer}"
    return None


def _fix(trial: Trial, ran: Ran) -> Fault | None:
    """Ask that what failed works, in the same set-up, without complaint, and that the checked value hangs on it."""
    claim, sources = trial.claim, trial.claim.sources
    failing = told.provokes(trial) if trial.kind in told.KINDS else -1
    key = mutation.operation(claim.reproducer.examples[failing].source) if claim.reproducer else None
    if claim.doctest.differs or key is None or claim.reproducer is None:
        name = "any call of JAX"
        changed = mutation.without_calls(sources, mutation.imported_from_jax(sources))
    else:
        name = f"'{key[1] or key[0]}'"
        if reason := _other_set_up(claim.reproducer, failing, sources, key, name):
            return Outcome.NOT_PROVED, reason
        changed = mutation.without_operation(sources, key)
    if reason := _complaint(trial, ran):
        return Outcome.NOT_PROVED, reason
    if claim.last_is_as_documented(trial.run(changed)):
        return Outcome.NOT_PROVED, f"its checked value stays the same without {name}; check what the fix computes"
    return None


def _other_set_up(
    reproducer: Doctest, failing: int, sources: tuple[str, ...], key: mutation.Key, name: str
) -> str | None:
    """Return how a fix does something else than the reproducer, in another set-up, or ``None``."""
    if not mutation.has(sources, key):
        return f"what failed, {name}, does not occur in the fix; say why under 'differs'"
    setup = [example.source for example in reproducer.examples[:failing]]
    used = mutation.loads(reproducer.examples[failing].source) & mutation.binds(setup)
    used -= {"warnings"}  # what only shows the warning
    if absent := sorted(used - mutation.binds(sources)):
        return f"the reproducer's {', '.join(absent)} is not made in the fix; keep its set-up"
    if used and not mutation.has(sources, key, used):
        return f"{name} in the fix reads none of the reproducer's {', '.join(sorted(used))}; fix what failed"
    theirs, own = mutation.imports(setup), mutation.imports(sources)
    if other := sorted(one for one in used & theirs.keys() & own.keys() if theirs[one] != own[one]):
        return f"{', '.join(other)} is imported from elsewhere than in the reproducer; import the same"
    return None


def _complaint(trial: Trial, ran: Ran) -> str | None:
    """Return what a fix still complains of, hides or leaves unchecked, or ``None``."""
    sources = trial.claim.sources
    passed = [error for step in ran.steps for error in step.passed]
    if any(trial.is_the_error(error) for error in (*passed, *ran.told)):
        return "the error still happens inside the fix and is swallowed there; keep it from happening"
    if entered := _entered(trial.claim, ran):
        return f"its handler at {entered!r} is entered; a fix keeps errors from happening"
    if hidden := mutation.hides(sources):
        return f"it uses '{hidden}': a fix hides no complaint and keeps 'jit' on"
    if mutation.tells_no_value(sources[-1]):
        return "its last line says what kind of thing the result is; check its value"
    if ran.warned:
        return f"warns: {ran.warned[0]}"
    return f"logs an error: {ran.errors[0]}" if ran.errors else None


def _catch(trial: Trial, ran: Ran) -> Fault | None:
    """Ask that the real error enters the handler, that this shows, and that other errors come out again."""
    claim = trial.claim
    caught = _caught(claim, ran)
    if caught is None or caught.place is None:
        reason = "no exception reached an 'except' clause whose lines ran: the handler is never entered"
        return Outcome.NOT_PROVED, reason
    if fault := claim.error_fault(caught, trial.release):
        return fault[0], f"in the 'try' body it {fault[1]}"
    if claim.last_is_as_documented(trial.run(mutation.with_handlers_emptied(claim.sources))):
        return Outcome.NOT_PROVED, "its checked value stays the same with an empty handler; check what the handler does"
    number, line = caught.place
    for exception in (caught.exception, "ZeroDivisionError"):
        sources = list(claim.sources)
        sources[number] = mutation.with_error(sources[number], line, exception, _UNRELATED)
        escaped = next((step.error for step in trial.run(tuple(sources)).steps if step.error), None)
        if escaped is None or _UNRELATED not in escaped.message or escaped.exception != exception:
            what = f"the handler after {claim.sources[number].splitlines()[0]!r} swallows an unrelated {exception}"
            return Outcome.NOT_PROVED, f"{what}; look at the class and the message, and re-raise"
    return None


def _entered(claim: Claim, ran: Ran) -> str | None:
    """Return the first line of a ``try`` statement of which a handler's line ran, or ``None``."""
    lines = {place for step in ran.steps for place in step.lines}
    for number, source in enumerate(claim.sources):
        for handler in mutation.handlers(source):
            if any((number, line) in lines for line in handler.handled):
                return source.splitlines()[0]
    return None


def _caught(claim: Claim, ran: Ran) -> Error | None:
    """Return the first exception that reached a handler whose lines ran."""
    for error in (error for step in ran.steps for error in step.passed):
        number, line = error.place or (0, 0)
        lines = {inner for step in ran.steps for example, inner in step.lines if example == number}
        for handler in mutation.handlers(claim.sources[number]):
            if line in handler.tried and lines.intersection(handler.handled):
                return error
    return None


def _check(trial: Trial, ran: Ran) -> Fault | None:
    """Ask that the guard decides: it keeps the bad input from the error and lets the good input through."""
    claim = trial.claim
    guarded = [number for number, source in enumerate(claim.sources) if mutation.is_guarded(source)]
    if not any(trial.is_the_error(step.error) for number, step in enumerate(ran.steps) if number not in guarded):
        return Outcome.NOT_PROVED, "no example shows the call with the bad input, unguarded, raising this error"
    if mutation.compares_identity(claim.sources):
        return Outcome.NOT_PROVED, "the guard compares identity ('is', id() or a name); test the property that matters"
    provoked = [error for number in guarded for error in ran.steps[number].passed]
    if any(trial.is_the_error(error) for error in provoked):
        return Outcome.NOT_PROVED, "the guard provokes the error and swallows it; test what would lead to it"
    passing, refusing = (trial.run(mutation.with_guards(claim.sources, passing=value)) for value in (True, False))
    for calls, other in ((passing, refusing), (refusing, passing)):
        if len(calls.steps) == len(other.steps) == len(claim.sources):
            refused = [number for number in guarded if trial.is_the_error(calls.steps[number].error)]
            accepted = [
                number
                for number in guarded
                if claim.fault(claim.doctest.examples[number], calls.steps[number]) is None
                and claim.fault(claim.doctest.examples[number], other.steps[number]) is not None
            ]
            if refused and accepted:
                asked = {tuple(mutation.guards(claim.sources[number])) for number in (*refused, *accepted)}
                if len(asked) == 1 and asked != {()}:
                    return None
                return Outcome.NOT_PROVED, "the two 'if' ask different things; ask the same of both inputs"
    needed = "one 'if' must keep the bad input from this error, another must let the good input through"
    return Outcome.NOT_PROVED, f"the guard does not decide: {needed}"
