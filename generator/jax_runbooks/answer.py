"""Answers for people and programs: a match or a runbook as words, Markdown or plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jax_runbooks import release, runbook

if TYPE_CHECKING:
    from jax_runbooks.index import Answer, Entry, Match
    from jax_runbooks.release import Standing
    from jax_runbooks.runbook import Explained

NOTHING = (
    "No runbook is known for this error.\n"
    "Nothing is guessed. Paste the line that begins with the exception class and all lines after it; if it is JAX's,\n"
    "search its public issues for the words of the message that are not names, shapes or paths."
)
_STATUS = {
    "known": "No fix of this runbook was verified: the error cannot be provoked without special hardware.",
    "retired": "This runbook is retired: newer JAX does not raise this error.",
    "catalogue": "JAX raises this error, and it has no runbook yet.",
}
_LONGEST = 120


def lines(match: Match) -> str:
    """Return a match in some lines of text: title, summary, why it fits, how it stands, where to read on."""
    entry = match.entry
    told = [f"{entry.title}  [{entry.id}]", *([f"  {entry.summary}"] if entry.summary else [])]
    told += [f"  Why: {reason}" for reason in reasons(match)]
    told += [f"  {note}" for note in notes(entry, match.standing)]
    told.append(f"  Read: {runbook.link(entry)}")
    return "\n".join(told)


def reasons(match: Match) -> list[str]:
    """Return why an entry was named: the class, the literal text with what stands in its holes, the frames."""
    found = []
    if match.near:
        found.append(f"near miss: {match.near}")
    if match.exception:
        found.append(f"class {match.exception}")
    if match.by == "class":
        return [*found, "no other runbook has this class; its message is not in the text"]
    if match.by == "cut":
        return [*found, f"the {match.weight} characters of the message that are there begin no other runbook's"]
    literals, holes = match.signature.message.literals, match.signature.message.holes
    filled = literals[0] + "".join(
        f"[{_short(match.holes.get(hole, hole))}]{literal}" for hole, literal in zip(holes, literals[1:], strict=True)
    )
    found.append(f"{match.weight} literal characters: {filled}")
    found += [f"frame {module}.{function}" for module, function in match.frames]
    return found


def notes(entry: Entry, standing: Standing | None) -> list[str]:
    """Return what a reader must know of an entry: its status, and how it stands on the reader's JAX."""
    status = _STATUS.get(entry.status)
    return [*([status] if status else []), *([standing.words] if standing else [])]


def told(answer: Answer) -> str:
    """Return an answer as text: one runbook, a tie as a tie, near misses as near misses, or that nothing is known."""
    if answer.matches:
        best, others = answer.best, answer.matches[len(answer.best) :]
        head = f"{len(best)} runbooks fit equally well; the text cannot tell them apart.\n\n" if len(best) > 1 else ""
        also = "".join(f"\nAlso fits, less closely: {one.entry.title}  [{one.entry.id}]" for one in others)
        return head + "\n\n".join(map(lines, best)) + also
    if answer.near:
        return f"{NOTHING}\n\nNear misses, no answers:\n\n" + "\n\n".join(map(lines, answer.near))
    return NOTHING


def markdown(answer: Answer) -> str:
    """Return an answer as Markdown in which nothing of the paste is markup."""
    return "\n".join(f"    {line}".rstrip() for line in told(answer).split("\n"))


def data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data for JSON."""
    return {
        "jax": answer.jax,
        "matches": [_match(one) for one in answer.matches],
        "near": [_match(one) for one in answer.near],
        "tie": len(answer.best) > 1,
    }


def _match(match: Match) -> dict[str, Any]:
    return _entry(match.entry, match.standing) | {
        "exception": match.exception,
        "signature": {
            "exception": match.signature.exception,
            "literals": match.signature.message.literals,
            "holes": match.holes,
        },
        "by": match.by,
        "weight": match.weight,
        "frames": [f"{module}.{function}" for module, function in match.frames],
        "near": match.near or None,
    }


def explained(found: Explained, jax: str | None) -> dict[str, Any]:
    """Return what a name leads to as plain data for JSON."""
    jax = jax or release.running()
    return {
        "jax": jax,
        "status": found.status.name.lower(),
        "runbooks": [_entry(one, release.standing(one, jax)) for one in found.entries],
        "text": found.text or None,
    }


def _entry(entry: Entry, standing: Standing | None) -> dict[str, Any]:
    return {
        "id": entry.id,
        "slug": entry.slug,
        "title": entry.title,
        "summary": entry.summary,
        "status": entry.status,
        "link": runbook.link(entry),
        "standing": standing
        and {
            "release": standing.release,
            "asked": standing.asked,
            "errorAsDocumented": standing.error,
            "fixesAsDocumented": standing.fixes,
            "fixes": standing.all_fixes,
        },
    }


def _short(text: str) -> str:
    text = text.replace("\n", " ")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
