"""Verification: proves claims, several at a time, each run in a process of its own, and keeps what was seen.

The untracked cache under ``.cache`` makes a second run of unchanged claims free and an interrupted run resumable. It
holds passes (of older releases, failures too), and its key covers the claim, the environment, the index and the code
that proves.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from runbook_builder.pins import Environments
from runbook_builder.project import write
from runbook_builder.proof import prove
from runbook_builder.record import Role
from runbook_builder.sandbox import Sandbox
from runbook_builder.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jax_runbooks.index import Index
    from runbook_builder.claim import Claim
    from runbook_builder.environment import Environment

_CODE = (
    "_child/fence.py",
    "_child/serve.py",
    "sandbox.py",
    "claim.py",
    "proof.py",
    "told.py",
    "mutation.py",
    "doctests.py",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What came of a list of claims."""

    verdicts: tuple[Verdict, ...]
    """In the order of the claims."""
    run: int
    cached: int

    @property
    def not_run(self) -> Counter[str]:
        """Why claims were not run here, and how many."""
        return Counter(one.detail for one in self.verdicts if one.outcome is Outcome.NOT_RUN)

    def words(self) -> str:
        """Return the counts as every run ends with them."""
        why = "; ".join(f"{count} {reason}" for reason, count in sorted(self.not_run.items()))
        text = f"{self.run} fences run, {self.cached} from cache, {self.not_run.total()} not run here"
        return f"{text} ({why})" if why else text


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache:
    """Passed verdicts of one environment."""

    folder: Path
    salt: str
    index: str
    """What the matcher knows: only the proof of a reproducer hangs on it."""
    failures: bool = False
    """Whether failures are kept too: on an older release they are facts, on the primary they are to be mended."""

    @classmethod
    def open(cls, root: Path, environment: Environment, index_text: str, *, failures: bool = False) -> Cache:
        """Return the cache of an environment; other proving code is another cache."""
        here = Path(__file__).parent
        code = [(here / name).read_text(encoding="utf-8") for name in _CODE]
        salt = _digest([environment.jaxlib, environment.numpy, *code])
        return cls(folder=root / "verdicts" / environment.name, salt=salt, index=index_text, failures=failures)

    def get(self, claim: Claim) -> Verdict | None:
        """Return the kept verdict of a claim as it now stands."""
        try:
            data = json.loads(self._path(claim).read_text(encoding="utf-8"))
            verdict = Verdict(**{**data, "outcome": Outcome(data["outcome"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return verdict if self._keeps(verdict) and verdict.digest == claim.digest else None

    def put(self, claim: Claim, verdict: Verdict) -> None:
        """Keep a verdict."""
        if self._keeps(verdict):
            write(self._path(claim), json.dumps(asdict(verdict)))

    def _keeps(self, verdict: Verdict) -> bool:
        return verdict.passed or (self.failures and verdict.outcome is not Outcome.TIMED_OUT)

    def _path(self, claim: Claim) -> Path:
        known = self.index if claim.doctest.role is Role.REPRODUCE else ""
        return self.folder / f"{_digest([claim.digest, self.salt, known])}.json"


def _digest(parts: list[str]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def verify(
    claims: Sequence[Claim],
    environment: Environment,
    known: Index,
    *,
    cache: Cache | None = None,
    workers: int | None = None,
    seed: int = 0,
    built: Path = Path(".cache/environments"),
) -> Seen:
    """Prove every claim in an environment, with progress on standard error. Interrupted, it keeps what passed."""
    verdicts: dict[int, Verdict] = {}
    waiting: list[int] = []
    for number, claim in enumerate(claims):
        if reason := claim.obstacle(environment):
            verdicts[number] = claim.verdict((Outcome.NOT_RUN, reason))
        elif cache and (kept := cache.get(claim)):
            verdicts[number] = kept
        else:
            waiting.append(number)
    cached = sum(one.outcome is not Outcome.NOT_RUN for one in verdicts.values())
    count = workers or os.cpu_count() or 1
    for number, verdict in _proved(claims, waiting, environment, known, workers=count, seed=seed, built=built):
        verdicts[number] = verdict
        if cache:
            cache.put(claims[number], verdict)
        _show(verdict, len(verdicts) - len(claims) + len(waiting), len(waiting))
    ordered = tuple(verdicts[number] for number in range(len(claims)))
    return Seen(verdicts=ordered, run=len(waiting), cached=cached)


def _proved(
    claims: Sequence[Claim],
    waiting: list[int],
    environment: Environment,
    known: Index,
    *,
    workers: int,
    seed: int,
    built: Path,
) -> Iterator[tuple[int, Verdict]]:
    """Yield the verdicts as they come."""
    if not waiting:
        return
    workers = min(workers, len(waiting))
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(workers))
        # Left first: a thread whose fence still runs when we are interrupted sees its worker end, and ends.
        sandbox = stack.enter_context(Sandbox(environment=environment, workers=workers, seed=seed))
        every = {claims[number].doctest.pins for number in waiting} - {()}
        own = {pins: stack.enter_context(_own(pins, environment, built, seed)) for pins in sorted(every)}
        pending: dict[Future[Verdict], int] = {}
        for number in waiting:
            place = own.get(claims[number].doctest.pins, sandbox)
            pending[pool.submit(prove, claims[number], place.run, environment.jax, known)] = number
        try:
            while pending:
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    yield pending.pop(future), future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _own(pins: tuple[tuple[str, ...], ...], environment: Environment, built: Path, seed: int) -> Sandbox:
    """Build the environment that a claim has for itself; nothing is imported in it before a fence runs."""
    scratch = replace(environment, interpreter=Environments(folder=built).python(pins))
    return Sandbox(environment=scratch, workers=1, fork=False, seed=seed)


_STARTED = time.monotonic()


def _show(verdict: Verdict, done: int, total: int) -> None:
    """Print one line of progress: how many, how fast, how long still."""
    seconds = time.monotonic() - _STARTED
    rate = done / seconds if seconds else 0.0
    left = (total - done) / rate if rate else 0.0
    mark = "ok" if verdict.passed else verdict.outcome.upper()
    text = f"[{done}/{total}, {rate:.1f}/s, {left:.0f} s left] {verdict.doctest}: {mark}"
    print(text, file=sys.stderr, flush=True)
