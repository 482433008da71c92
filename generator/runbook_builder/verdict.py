"""Outcomes and verdicts: what was seen when one doctest ran in one environment. One enumeration for everything."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

#: Raised with every rule of proof that becomes stricter: no verdict of an older rule counts.
PROOF = 4


class Outcome(StrEnum):
    """What became of one doctest."""

    AS_DOCUMENTED = "as documented"
    OTHER_TEXT = "other text"
    OTHER_CLASS = "other class"
    NOTHING_RAISED = "nothing raised"
    FIX_FAILS = "fix fails"
    API_MISSING = "API missing"
    OUTPUT_DIFFERS = "output differs"
    NOT_PROVED = "not proved"
    """It ran as documented, and that proves nothing: the handler was not entered, the value does not depend…"""
    CRASHED = "crashed"
    """A signal, an exit status other than 0, or the death of the runner itself."""
    EXITED_EARLY = "exited early"
    TIMED_OUT = "timed out"
    CLOSED_OUTPUT = "closed output"
    FLOODED_OUTPUT = "flooded output"
    OUT_OF_MEMORY = "out of memory"
    OUT_OF_DISK = "out of disk"
    LEFT_PROCESSES = "left processes"
    DAMAGED_REPORT = "damaged report"
    NOT_RUN = "not run here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome of one doctest in one environment."""

    doctest: str
    role: str
    digest: str
    outcome: Outcome
    detail: str = ""
    """A sentence for a person where the outcome is not as documented."""

    @property
    def passed(self) -> bool:
        """Whether the doctest ran and proved what its page says."""
        return self.outcome is Outcome.AS_DOCUMENTED
