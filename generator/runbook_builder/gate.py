"""The gate: what may be published. Trusts the run that was just made, never the ledger alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from packaging.version import Version

from runbook_builder import ledger
from runbook_builder.line import claims_of
from runbook_builder.problem import Problem, ProblemsError
from runbook_builder.record import Role, in_range
from runbook_builder.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from runbook_builder.checks import Authored
    from runbook_builder.claim import Claim
    from runbook_builder.line import Line
    from runbook_builder.verdict import Verdict
    from runbook_builder.verify import Seen


def failures(line: Line, claims: Iterable[Claim], verdicts: Iterable[Verdict]) -> tuple[Problem, ...]:
    """Return a problem for every verdict that is no pass, at the place of its block."""
    places = {block.id: one.source.problem(block.place, "") for one in line.authored for block in one.blocks}
    found = []
    for claim, verdict in zip(claims, verdicts, strict=True):
        if not verdict.passed and verdict.outcome is not Outcome.NOT_RUN:
            own = Problem(path=claim.doctest.page, line=claim.doctest.line, message="")
            place = places.get(verdict.doctest, own)
            message = f"{verdict.doctest}: {verdict.outcome}: {verdict.detail}"
            found.append(Problem(path=place.path, line=place.line, message=message))
    return tuple(found)


def gate(line: Line, claims: Iterable[Claim], seen: Seen) -> None:
    """Refuse to publish unless every block of every page, as it now stands, passed. Raises ``ProblemsError``.

    A block that cannot run here (a GPU) must have passed elsewhere with this very digest.
    """
    problems = list(failures(line, claims, seen.verdicts))
    verdicts = {verdict.doctest: verdict for verdict in seen.verdicts}
    for one in line.published:
        if one.record.status != "published":
            continue
        elsewhere = _seen_elsewhere(line, one)
        passed: set[str] = set()
        for claim in claims_of(line, one):
            verdict = verdicts.get(claim.doctest.id)
            if verdict is None or verdict.digest != claim.digest:
                message = f"{claim.doctest.id}: changed since it ran; run again"
                problems.append(Problem(path=one.source.path, line=0, message=message))
            elif verdict.passed or (_must_run_elsewhere(claim, line) and claim.digest in elsewhere):
                passed.add(claim.doctest.id)
            elif _must_run_elsewhere(claim, line):
                message = f"{claim.doctest.id}: {verdict.detail}; run it there, or keep the record a draft"
                problems.append(Problem(path=one.source.path, line=0, message=message))
            elif verdict.outcome is Outcome.NOT_RUN and claim.digest not in elsewhere:
                message = f"{claim.doctest.id}: {verdict.detail}, and ran on no such release; run 'nox -s matrix'"
                problems.append(Problem(path=one.source.path, line=0, message=message))
        problems += _without_fix(line, one, passed)
        problems += drift(line, one)
    if problems:
        raise ProblemsError(*set(problems))


def _seen_elsewhere(line: Line, one: Authored) -> set[str]:
    """Return the digests that passed on another release, or on the platform that the record needs.

    It is the one place where the ledger is believed, since this machine cannot run them; for what can run here, only
    the run counts. Nothing is believed of an environment built from pins, which no session builds yet.
    """
    needs = one.record.requires
    return {
        verdict.digest
        for page in ledger.read(line.project, one.slug)
        for verdict in page.verdicts
        if verdict.passed
        and not needs.pins
        and page.platform == {"gpu": "cuda", "tpu": "tpu"}.get(needs.platform, "cpu")
        and page.jax in line.project.releases
    }


def _must_run_elsewhere(claim: Claim, line: Line) -> bool:
    """Whether a block is meant for the primary release, but not for this machine."""
    meant = in_range(line.project.primary, claim.doctest.versions)
    return meant and claim.obstacle(line.environment) is not None


def _without_fix(line: Line, one: Authored, passed: set[str]) -> Iterator[Problem]:
    for number, _ in enumerate(one.record.causes):
        fixes = [block.id for block in one.blocks if block.role is Role.FIX and block.place[:2] == ("causes", number)]
        if not passed.intersection(fixes):
            message = f"no fix of this cause was verified on JAX {line.project.primary}; add one, or keep it a draft"
            yield one.source.problem(("causes", number), message)


def drift(line: Line, one: Authored) -> Iterator[Problem]:
    """Yield what the record says of releases and the ledger saw otherwise."""
    digests = {claim.doctest.id: claim for claim in claims_of(line, one)}
    introduced, gone = one.record.versions.introduced, one.record.versions.gone
    for page in ledger.read(line.project, one.slug):
        release = Version(page.jax)
        exists = (not introduced or release >= Version(introduced)) and (not gone or release < Version(gone))
        for verdict in page.verdicts:
            claim = digests.get(verdict.doctest)
            if claim is None or claim.digest != verdict.digest:
                continue
            said = f"{verdict.doctest} on JAX {page.jax}: {verdict.outcome}"
            if verdict.role == Role.REPRODUCE and verdict.passed and not exists:
                yield one.source.problem(
                    ("versions",), f"versions: {said}, although the error is not said to exist there"
                )
            if verdict.role == Role.REPRODUCE and verdict.outcome is Outcome.NOTHING_RAISED and exists:
                yield one.source.problem(("versions",), f"versions: {said}; say where the error begins or is gone")
            failed = not verdict.passed and verdict.outcome is not Outcome.NOT_RUN
            if verdict.role == Role.FIX and claim.doctest.versions and failed:
                message = f"{said}, although 'versions' {claim.doctest.versions} includes it ({verdict.detail})"
                yield one.source.problem((), message)
