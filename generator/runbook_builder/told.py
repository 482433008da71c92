"""The proofs for what JAX says without raising: warnings and log lines. Knows claims and runs; judges no exception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runbook_builder import mutation
from runbook_builder.verdict import Outcome

if TYPE_CHECKING:
    from runbook_builder.claim import Fault
    from runbook_builder.proof import Trial
    from runbook_builder.sandbox import Error, Ran

KINDS = ("warning", "log")


def reproduce(trial: Trial, ran: Ran) -> Fault | None:
    """Ask that JAX really says it, from the record's place, and that the page's last line shows the very text."""
    claim = trial.claim
    said = [error for error in ran.told if error.exception or trial.kind == "log"]
    if not said:
        return Outcome.NOTHING_RAISED, f"JAX gave no {trial.kind} at all"
    faults = [claim.error_fault(error, trial.release) for error in said]
    if all(faults):
        return faults[-1]
    ours = next(error for error, fault in zip(said, faults, strict=True) if fault is None)
    shown = claim.doctest.examples[-1].want
    if "".join(_line(ours).split()) not in "".join(shown.split()):
        return Outcome.OTHER_TEXT, f"its last line does not show {_line(ours)!r}; print the category and the message"
    if claim.last_is_as_documented(trial.run(mutation.without_calls(claim.sources, _jax(trial)))):
        return Outcome.NOT_PROVED, "its last line stays the same without any call of JAX; show what JAX said"
    found = trial.known.answer(ours.traceback).best
    if claim.record and [match.entry.id for match in found] != [claim.record.id]:
        answer = ", ".join(f"{match.entry.id} ({match.entry.title})" for match in found) or "nothing"
        return Outcome.NOT_PROVED, f"the matcher, given {ours.traceback.strip()!r}, answers with {answer}"
    return None


def catch(trial: Trial, ran: Ran) -> Fault | None:
    """Ask that a filter hides this warning and no other of its class, and that without it the warning is shown."""
    claim = trial.claim
    ours = next((error for error in ran.told if trial.is_the_error(error)), None)
    if ours is None:
        return Outcome.NOT_PROVED, f"JAX does not give this {trial.kind} in it; the filter is never needed"
    if any(_same(ours, line) for line in ran.warned):
        return Outcome.NOT_PROVED, "the warning is shown all the same; the filter does not fit it"
    if trial.kind == "log":
        return None
    open_ = trial.run(mutation.without_filters(claim.sources))
    if not any(_same(ours, line) for line in open_.warned):
        return Outcome.NOT_PROVED, "the warning is not shown without the filter either; let the fence hide nothing else"
    unrelated = "an unrelated warning of the same class"
    spoken = trial.run(mutation.with_warning(claim.sources, ours.exception.rpartition(".")[2], unrelated))
    if not any(unrelated in line for line in spoken.warned):
        return Outcome.NOT_PROVED, f"the filter hides an unrelated {ours.exception} too; give it the message"
    return None


def provokes(trial: Trial) -> int:
    """Return which example of a reproducer makes JAX speak: the one before the last, which shows what it said."""
    reproducer = trial.claim.reproducer
    return len(reproducer.examples) - 2 if reproducer else -1


def _line(error: Error) -> str:
    return error.printed.strip()


def _same(error: Error, line: str) -> bool:
    name, _, message = line.partition(": ")
    return error.exception.rpartition(".")[2] == name and error.message.strip() == message.strip()


def _jax(trial: Trial) -> set[str]:
    return mutation.imported_from_jax(trial.claim.sources)
