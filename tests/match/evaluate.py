"""Score the matcher: ``nox -s match_eval -- ../shared/demand/reports.jsonl``.

Counts for each report whether the first answer is right, and how often a wrong runbook is named, on the reports and on
the tracebacks of tests/match/foreign, which are not JAX's errors. Exits with 1 when a figure misses its bound.
A ranking among the files (its name ends in ``.md``; labels stand on its lines that begin with ``keys:``) adds the answer
rate of its labels: the share of the reports that lead to a runbook first, by label and in all.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.match import corpus

RIGHT, WRONG = 0.97, 0.01


def judge(known: corpus.Known, text: str, label: str | None) -> tuple[str, str]:
    """Return how the matcher did on a text, in a word, and what it named."""
    answer = known.index.answer(text)
    best = [match.entry for match in answer.best]
    named = ", ".join(entry.slug for entry in best)
    wanted = known.answers.get(label) if label else None
    runbooks = [entry.id for entry in best if entry.status != "catalogue"]
    if wanted in runbooks:
        return ("right" if len(best) == 1 else "tie"), named
    if runbooks:
        return "wrong", named
    if wanted is None:
        return "none", named
    return "missed", ", ".join(f"~{match.entry.slug}" for match in answer.near)


def main() -> int:
    """Print the scores and every miss; return the exit code."""
    if len(sys.argv) < 2:
        print("name a file of reports: nox -s match_eval -- ../shared/demand/reports.jsonl")
        return 1
    known = corpus.known()
    only_signatures = len(set(known.answers.values()) - known.records)
    print(f"index: {len(known.records)} records, {only_signatures} signature-only entries, {len(known.answers)} labels")
    bad = 0
    paths = [Path(name) for name in sys.argv[1:]]
    files = [path for path in paths if path.suffix != ".md"]
    for path in files:
        bad += score(known, path)
    for ranking in (path for path in paths if path.suffix == ".md"):
        rate(known, ranking, [report for path in files for report in corpus.reports(path)])
    return 1 if bad + strangers(known) else 0


def score(known: corpus.Known, path: Path) -> int:
    """Score a file of reports; return how many bounds it misses."""
    reports = corpus.reports(path)
    counts: Counter[tuple[bool, bool, str]] = Counter()
    for report in reports:
        how, named = judge(known, report.text, report.label)
        has = report.label in known.answers
        counts[has, report.complete, how] += 1
        if how in ("wrong", "tie") or (how == "missed" and report.complete):
            print(f"  {how}: {report.id} ({report.label}): {named or 'nothing'}")
    entry = sum(number for (has, complete, _), number in counts.items() if has and complete)
    right = counts[True, True, "right"]
    wrong = sum(number for (_, _, how), number in counts.items() if how == "wrong")
    print(f"{path.name}: {len(reports)} reports")
    for has, complete in ((True, True), (True, False), (False, True), (False, False)):
        told = ", ".join(
            f"{how} {counts[has, complete, how]}"
            for how in ("right", "tie", "missed", "wrong", "none")
            if counts[has, complete, how]
        )
        whether = ("an entry" if has else "no entry", "complete message" if complete else "incomplete message")
        print(f"  {whether[0]}, {whether[1]}: {told or 'no report'}")
    print(f"  right first answer where an entry exists and the message is complete: {_share(right, entry)}")
    marked = [report for report in reports if report.marked and report.label in known.answers]
    every = sum(judge(known, report.text, report.label)[0] == "right" for report in marked)
    print(
        f"  the same, counting also pastes that end before a message which the file calls complete: {_share(every, len(marked))}"
    )
    print(f"  wrong runbook named: {_share(wrong, len(reports))}")
    return (right < RIGHT * entry) + (wrong > WRONG * len(reports))


def rate(known: corpus.Known, ranking: Path, reports: list[corpus.Report]) -> None:
    """Print how many reports of a ranking's labels lead to a runbook that answers their label, and which do not."""
    keys = [line for line in ranking.read_text(encoding="utf-8").splitlines() if line.startswith("keys:")]
    labels = {label.strip(" `") for line in keys for label in line.removeprefix("keys:").split(",")}
    asked = [report for report in reports if report.label in labels]
    answered = [report for report in asked if _has_runbook(known, report)]
    whole, part = (Counter(report.label for report in found) for found in (asked, answered))
    for label, number in sorted(whole.items(), key=lambda one: (-one[1], one[0])):
        if part[label] < number:
            without = "" if known.answers.get(label) in known.records else " (no runbook)"
            print(f"  {label}: {part[label]} of {number}{without}")
    print(f"{ranking.name}: {len(labels)} labels, {len(whole)} with reports")
    marked, hits = (sum(report.marked for report in found) for found in (asked, answered))
    print(f"  reports marked complete that lead to their runbook: {_share(hits, marked)}")
    print(f"  all reports that lead to their runbook: {_share(len(answered), len(asked))}")


def _has_runbook(known: corpus.Known, report: corpus.Report) -> bool:
    return known.answers.get(report.label) in known.records and judge(known, report.text, report.label)[0] == "right"


def strangers(known: corpus.Known) -> int:
    """Score the errors of others; return how many bounds they miss."""
    pastes = corpus.foreign()
    wrong = {place: named for place, text in pastes.items() if (named := judge(known, text, None))[0] == "wrong"}
    for place, (_, named) in sorted(wrong.items()):
        print(f"  wrong: {place}: {named}")
    groups = Counter(place.partition("/")[0] for place in pastes)
    print("errors of others: " + ", ".join(f"{group} {number}" for group, number in sorted(groups.items())))
    print(f"  wrong runbook named: {_share(len(wrong), len(pastes))}")
    return int(len(wrong) > WRONG * len(pastes))


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "0 of 0"


if __name__ == "__main__":
    sys.exit(main())
