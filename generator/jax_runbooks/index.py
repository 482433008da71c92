"""The index: what the matcher needs of every runbook, and the matching itself. Knows no pages.

matcher.js holds the same algorithm for the browser; tests/match compares the two.
"""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass, field, replace
from importlib import resources
from typing import TYPE_CHECKING, Any

from jax_runbooks import raised, release
from jax_runbooks.signature import IN_WORD, Signature, Template, same_class, squeeze

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jax_runbooks.raised import Raised
    from jax_runbooks.release import Standing

FORMAT = 2

#: The least that must fit for an answer: this many literal characters in this many words, or the whole first line.
_SURE_CHARACTERS, _SURE_WORDS = 12, 2
#: The least that must fit of a text that only begins like a signature, or is found without a class in running text.
_NEAR_CHARACTERS, _LOOSE_START, _LOOSE_CHARACTERS, _LOOSE_WORDS = 16, 4, 20, 3
#: Bounds on the search in running text: places of each word, and characters before a place.
_MOST_PLACES, _BEFORE, _AFTER = 16, 2_000, 8_000
_MOST_NEAR = 5
#: The least of a message that was cut off inside the first literal text of its signature, in characters and words.
_CUT_CHARACTERS, _CUT_WORDS = 24, 4

_WORD = re.compile(r"[A-Za-z0-9_]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One runbook as the matcher sees it."""

    id: str
    slug: str
    title: str
    signatures: tuple[Signature, ...]
    """Their templates are squeezed."""
    summary: str = ""
    status: str = "published"
    """``published``, ``known`` (no fix was verified), ``retired``, or ``catalogue`` (no runbook yet)."""
    aliases: tuple[str, ...] = ()
    sites: tuple[tuple[str, str], ...] = ()
    """Where it is raised: module and function name, the last part alone."""
    releases: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    """By JAX release: reproducers as documented and run, fixes as documented and run."""

    @property
    def trust(self) -> int:
        """Records come before entries of the catalogue."""
        return 0 if self.status == "catalogue" else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """An entry that fits, and why."""

    entry: Entry
    signature: Signature
    holes: dict[str, str]
    """What the message holds at each hole of the signature."""
    weight: int
    """Literal characters that fitted: the more, the surer."""
    exception: str | None = None
    """The class as it was printed or raised; ``None`` where the text was found without one."""
    frames: tuple[tuple[str, str], ...] = ()
    """Raise sites of the entry that stand in the traceback."""
    standing: Standing | None = None
    """What was seen of the runbook on the release nearest to the reader's."""
    by: str = "message"
    """What led to it: the ``message``, the beginning of a message that was ``cut`` off, or its ``class`` alone."""
    near: str = ""
    """Why this is a near miss and no answer; empty for an answer."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """What tells matches apart: trust, literal characters, frames. Equal ranks are a tie."""
        return (self.entry.trust, self.weight, len(self.frames))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What is known of a text."""

    matches: tuple[Match, ...] = ()
    """Entries that fit, the best first."""
    near: tuple[Match, ...] = ()
    """Near misses, where nothing fits."""
    jax: str | None = None
    """The reader's JAX, where it is known."""

    @property
    def best(self) -> tuple[Match, ...]:
        """The matches of the highest rank: one is an answer, several are a tie."""
        return tuple(match for match in self.matches if match.rank == self.matches[0].rank)


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """All entries, sorted by ID, and the table from the rarest word of each signature to it."""

    entries: tuple[Entry, ...]
    words: dict[str, list[tuple[Entry, Signature]]]
    primary: str = ""
    """The JAX release that every published runbook passes."""
    site: str = ""
    """Address of the site, with a closing slash; empty when it has none."""

    @classmethod
    def load(cls, text: str) -> Index:
        """Read the packed form. Raises ``ValueError`` when it is of another format."""
        data: dict[str, Any] = json.loads(text)
        if data.get("format") != FORMAT:
            raise ValueError(f"index has format {data.get('format')!r}, this reader knows {FORMAT}")
        entries = []
        words: dict[str, list[tuple[Entry, Signature]]] = {}
        for one in data["entries"]:
            keyed = [
                (each["word"], Signature(exception=each["exception"], message=Template.parse(each["message"])))
                for each in one["signatures"]
            ]
            entry = Entry(
                id=one["id"],
                slug=one["slug"],
                title=one["title"],
                signatures=tuple(signature for _, signature in keyed),
                summary=one.get("summary", ""),
                status=one.get("status", "published"),
                aliases=tuple(one.get("aliases", ())),
                sites=tuple((module, function) for module, function in one.get("sites", ())),
                releases={release: tuple(counts) for release, counts in one.get("releases", {}).items()},
            )
            entries.append(entry)
            for word, signature in keyed:
                words.setdefault(word, []).append((entry, signature))
        return cls(entries=tuple(entries), words=words, primary=data.get("primary", ""), site=data.get("site", ""))

    def answer(self, error: str | BaseException, *, jax: str | None = None) -> Answer:
        """Return what is known of an exception, or of the text of a traceback as it was printed.

        ``jax`` is the reader's release: by default one that the text names, else the one that this process imported.
        """
        if isinstance(error, str):
            lines = raised.lines_of(raised.clean(error))
            found = self._read(raised.parse(lines), squeeze("\n".join(lines)))
            jax = jax or raised.version_in(lines)
        else:
            found = self._read(raised.chain(error), ("", ""))
        jax = jax or release.running()
        near, matches = (
            tuple(replace(one, standing=release.standing(one.entry, jax)) for one in each)
            for each in (found.near, found.matches)
        )
        return Answer(near=near, matches=matches, jax=jax)

    def _read(self, errors: tuple[Raised, ...], running: tuple[str, str]) -> Answer:
        for one in errors:
            if matches := _ranked(self._fitting(one)):
                return Answer(matches=matches)
        if matches := _ranked(self._found(*running)):
            return Answer(matches=matches)
        for only in (_ranked(self._cut(errors)), _ranked(self._by_class(errors, running[0]))):
            if len(only) == 1:
                return Answer(matches=only)
        return Answer(near=self._near(errors))

    def _cut(self, errors: tuple[Raised, ...]) -> Iterator[Match]:
        """Yield what begins as the last error does, where its message was cut off."""
        for error in errors[:1]:
            whole = squeeze(error.message)[0]
            flat = whole.rstrip(".…")
            if len(flat) < _CUT_CHARACTERS or len(_WORD.findall(flat)) < _CUT_WORDS:
                continue
            for entry in self.entries:
                for signature in entry.signatures:
                    name = next((one for one in error.exceptions if same_class(signature.exception, one)), None)
                    if name and _is_cut(signature.message.literals[0], flat, whole):
                        yield _match(entry, signature, None, name, error.frames, by="cut", weight=len(flat))

    def _by_class(self, errors: tuple[Raised, ...], flat: str) -> Iterator[Match]:
        """Yield entries whose class, one of JAX's own, stands in running text without its message.

        A class that JAX gives to errors of every kind says nothing, and a message that is there and fits nothing
        speaks against it.
        """
        tokens = (token.rstrip(".") for token in raised.names_in(flat))
        named = {name for name in tokens if raised.is_class(name, plain=True)}
        named -= {name for error in errors if error.inline for name in error.exceptions}
        named = {name for name in named if not same_class("jax.errors.JaxRuntimeError", name)}
        for entry in self.entries:
            for signature in entry.signatures:
                if "." in signature.exception:
                    name = next((one for one in sorted(named) if same_class(signature.exception, one)), None)
                    if name:
                        yield _match(entry, signature, None, name, frozenset(), by="class", weight=0)

    def _fitting(self, error: Raised) -> Iterator[Match]:
        """Yield what fits the class and the start of the message."""
        flat, lines = squeeze(error.message)
        for entry, signature in self._candidates(flat):
            name = next((name for name in error.exceptions if same_class(signature.exception, name)), None)
            if name is None:
                continue
            holes = signature.message.fit(flat, lines=lines)
            if holes is not None and _sure(signature.message, holes, lines):
                yield _match(entry, signature, holes, name, error.frames)

    def _candidates(self, flat: str) -> Iterator[tuple[Entry, Signature]]:
        for word in dict.fromkeys(_WORD.findall(flat)):
            yield from self.words.get(word, ())

    def _found(self, flat: str, lines: str) -> Iterator[Match]:
        """Yield what fits somewhere in running text: after a log prefix, in quotes, without its class."""
        places: dict[str, list[int]] = {}
        for token in _WORD.finditer(flat):
            if token[0] in self.words:
                places.setdefault(token[0], []).append(token.start())
        for word, found in places.items():
            for entry, signature in self.words[word]:
                first = signature.message.literals[0]
                if len(first) < _LOOSE_START:
                    continue
                tried: set[int] = set()
                for place in found[-_MOST_PLACES:]:
                    start = flat.rfind(first, max(0, place - _BEFORE), place + len(first))
                    if start < 0 or start in tried or flat[start - 1 : start] in IN_WORD:
                        continue
                    tried.add(start)
                    name = _class_before(flat, start)
                    if name and signature.exception and not same_class(signature.exception, name):
                        continue
                    window = flat[: start + _AFTER]
                    holes = signature.message.fit(window, start=start, lines=lines[: start + _AFTER])
                    if holes is not None and _loose(signature.message):
                        yield _match(entry, signature, holes, name, frozenset())
                        break

    def _near(self, errors: Iterable[Raised]) -> tuple[Match, ...]:
        """Return entries whose signature fits in part: another class, or a text that was cut off or changed."""
        found: dict[str, Match] = {}
        for error in list(errors)[:5]:
            flat, lines = squeeze(error.message)
            for entry in self.entries:
                for signature in entry.signatures:
                    fitted = signature.message.fitted(flat)
                    if fitted < _NEAR_CHARACTERS or fitted * 2 < signature.message.weight:
                        continue
                    name = next((one for one in error.exceptions if same_class(signature.exception, one)), None)
                    whole = signature.message.fit(flat, lines=lines) is not None
                    why = "the text is the same up to here" if name else f"it is raised as {signature.exception}"
                    if name is None and not whole:
                        continue
                    match = Match(
                        entry=entry,
                        signature=signature,
                        holes={},
                        weight=fitted,
                        exception=name or error.exceptions[0],
                        near=why,
                    )
                    if entry.id not in found or found[entry.id].weight < fitted:
                        found[entry.id] = match
        ordered = sorted(found.values(), key=lambda match: (-match.entry.trust, -match.weight, match.entry.id))
        return tuple(ordered[:_MOST_NEAR])


@functools.cache
def packed() -> Index:
    """Return the index that travels with this package. Raises ``FileNotFoundError`` when it was built without one."""
    return Index.load(resources.files("jax_runbooks").joinpath("index.json").read_text(encoding="utf-8"))


def _ranked(fitting: Iterable[Match]) -> tuple[Match, ...]:
    """Return the best match of each entry, the best entry first."""
    best: dict[str, Match] = {}
    for match in fitting:
        known = best.get(match.entry.id)
        if known is None or match.rank > known.rank:
            best[match.entry.id] = match
    return tuple(sorted(best.values(), key=lambda match: (*(-part for part in match.rank), match.entry.id)))


def _match(
    entry: Entry,
    signature: Signature,
    holes: tuple[str, ...] | None,
    name: str | None,
    frames: frozenset[tuple[str, str]],
    *,
    by: str = "message",
    weight: int | None = None,
) -> Match:
    return Match(
        entry=entry,
        signature=signature,
        holes=dict(zip(signature.message.holes, holes or (), strict=holes is not None)),
        weight=signature.message.weight if weight is None else weight,
        exception=name,
        by=by,
        frames=tuple(site for site in entry.sites if site in frames),
    )


def _is_cut(literal: str, flat: str, whole: str) -> bool:
    """Whether a text is the beginning of a literal that broke off in a word or in dots, and no sentence of its own."""
    return literal.startswith(flat) and (flat != whole or literal[len(flat) : len(flat) + 1] in IN_WORD)


def _sure(template: Template, holes: tuple[str, ...], lines: str) -> bool:
    """Whether so much of the message is literal that it cannot be chance."""
    words = sum(len(_WORD.findall(literal)) for literal in template.literals)
    if template.weight >= _SURE_CHARACTERS and words >= _SURE_WORDS:
        return True
    return template.fill(holes) == lines.partition("\n")[0]


def _loose(template: Template) -> bool:
    """Whether a template says enough to be looked for where no class leads to it."""
    words = sum(len(_WORD.findall(literal)) for literal in template.literals)
    return template.weight >= _LOOSE_CHARACTERS and words >= _LOOSE_WORDS


def _class_before(flat: str, start: int) -> str | None:
    """Return the class that stands before a place: ``path:68: UserWarning: `` ends in one."""
    head = flat[max(0, start - 300) : start]
    if not head.endswith(": "):
        return None
    name = head[:-2].rpartition(" ")[2].lstrip("([{\"'`")
    return name if raised.is_class(name, plain=True) else None
