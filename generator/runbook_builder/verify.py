"""Verification: runs claims, each run in a process of its own, several at a time, and keeps what was seen.

The untracked cache under ``.cache`` makes a second run of unchanged claims free and an interrupted run resumable. It
holds passes only, and its key covers the claim, the environment, the index and the code that proves.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from runbook_builder.project import write
from runbook_builder.sandbox import Sandbox
from runbook_builder.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jax_runbooks.index import Index
    from runbook_builder.environment import Environment
    from runbook_builder.proof import Claim

_CODE = ("_child/fence.py", "_child/serve.py", "sandbox.py", "proof.py", "mutation.py", "doctests.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What came of a list of claims."""

    verdicts: tuple[Verdict, ...]
    """In the order of the claims."""
    run: int
    cached: int
    not_run: int

    def words(self) -> str:
        """Return the counts as every run ends with them."""
        return f"{self.run} fences run, {self.cached} from cache, {self.not_run} not run here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cache:
    """Passed verdicts of one environment."""

    folder: Path
    salt: str

    @classmethod
    def open(cls, root: Path, environment: Environment, index_text: str) -> Cache:
        """Return the cache of an environment; another index or other proving code is another cache."""
        here = Path(__file__).parent
        parts = [environment.jaxlib, environment.numpy, index_text]
        parts += [(here / name).read_text(encoding="utf-8") for name in _CODE]
        salt = hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]
        return cls(folder=root / "verdicts" / environment.name, salt=salt)

    def get(self, digest: str) -> Verdict | None:
        """Return the verdict of a digest where it passed before."""
        try:
            data = json.loads((self.folder / f"{digest}-{self.salt}.json").read_text(encoding="utf-8"))
            verdict = Verdict(**{**data, "outcome": Outcome(data["outcome"])})
        except (OSError, ValueError, TypeError, KeyError):
            return None
        return verdict if verdict.passed and verdict.digest == digest else None

    def put(self, verdict: Verdict) -> None:
        """Keep a verdict that passed."""
        if verdict.passed:
            write(self.folder / f"{verdict.digest}-{self.salt}.json", json.dumps(asdict(verdict)))


def verify(
    claims: Sequence[Claim],
    environment: Environment,
    known: Index,
    *,
    cache: Cache | None = None,
    workers: int | None = None,
) -> Seen:
    """Prove every claim in an environment, with progress on standard error."""
    verdicts: dict[str, Verdict] = {}
    cached = not_run = 0
    waiting: list[Claim] = []
    for claim in claims:
        if reason := claim.obstacle(environment):
            verdicts[claim.doctest.id] = _verdict(claim, Outcome.NOT_RUN, reason)
            not_run += 1
        elif cache and (kept := cache.get(claim.digest)):
            verdicts[claim.doctest.id] = kept
            cached += 1
        else:
            waiting.append(claim)
    count = min(workers or os.cpu_count() or 1, len(waiting))
    with ExitStack() as stack:
        if waiting:
            sandbox = stack.enter_context(Sandbox(environment=environment, workers=count))
            pool = stack.enter_context(ThreadPoolExecutor(count))
        futures = [pool.submit(prove, claim, sandbox, known) for claim in waiting]
        try:
            for number, future in enumerate(as_completed(futures), start=1):
                verdict = future.result()
                verdicts[verdict.doctest] = verdict
                if cache:
                    cache.put(verdict)
                mark = "ok  " if verdict.passed else "FAIL"
                print(f"[{number}/{len(waiting)}] {mark} {verdict.doctest}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            pool.shutdown(cancel_futures=True)
            raise
    ordered = tuple(verdicts[claim.doctest.id] for claim in claims)
    return Seen(verdicts=ordered, run=len(waiting), cached=cached, not_run=not_run)


def prove(claim: Claim, sandbox: Sandbox, known: Index) -> Verdict:
    """Run one claim, with all the changed copies that its proof needs, and judge it."""
    rans = [sandbox.run(run) for run in claim.runs()]
    rans += [sandbox.run(run) for run in claim.later_runs(rans[0])]
    return claim.judge(tuple(rans), sandbox.environment.jax, known)


def _verdict(claim: Claim, outcome: Outcome, detail: str) -> Verdict:
    one = claim.doctest
    return Verdict(doctest=one.id, role=one.role, digest=claim.digest, outcome=outcome, detail=detail)
