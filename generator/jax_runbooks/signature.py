"""Message templates: literal text with ``{holes}``, and whether a text fits one. Knows nothing of records or pages.

A template is not a regular expression: only the forms of the four typed holes, fixed here, are patterns.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What JAX puts into messages and what varies from run to run, by the name of its hole. Every form is bounded, so that
#: no text costs more than its size.
TYPED_HOLES = {
    "where": re.compile(
        r"[^\n]{1,1000}?:[0-9]{1,9}(?::[0-9]{1,9})?(?: \([^\n()]{0,1000}\))?"
    ),  # place of a traced function
    "docs": re.compile(r"https://[^ \t\n\r\f\v]{1,1000}"),  # address of a documentation page
    "address": re.compile(r"0x[0-9a-f]{1,16}|[0-9]{12,16}"),  # memory address, or an id() made of one
    "inner": re.compile(  # quoted inner traceback
        r"[\s\S]{0,20000}?(?:Traceback \(most recent call last\)|File \")[\s\S]*"
    ),
}

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")

_BLANKS = re.compile("[ \t\n\r\f\v\xa0]+")
#: What a word is made of.
IN_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def squeeze(text: str) -> tuple[str, str]:
    """Return text with each run of blanks made one space, and the same where runs with a line end are one line end.

    Terminals, mail and forms break and indent lines: a paste is compared by the first, and lines are told by the
    second, at the same places. Both begin and end without a blank.
    """
    lines = _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", text).strip(" \n")
    return lines.replace("\n", " "), lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """Literal pieces with a hole between each two of them: ``len(literals) == len(holes) + 1``."""

    literals: tuple[str, ...]
    holes: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Template:
        """Read ``Backend {name} already initialized``; literal braces are doubled.

        Raises ``ValueError`` with a sentence for a person when the text is not a template.
        """
        literals: list[str] = []
        holes: list[str] = []
        piece, end = "", 0
        for token in _TOKEN.finditer(text):
            piece += text[end : token.start()]
            end = token.end()
            if token[0] in ("{{", "}}"):
                piece += token[0][0]
            elif token[1] is None:
                raise ValueError(f"has a single '{token[0]}'; double a brace that is no hole")
            elif not token[1].isidentifier():
                raise ValueError(f"has a hole named '{token[1]}'; name it as a Python variable")
            elif holes and not piece:
                raise ValueError(f"has the holes {{{holes[-1]}}} and {{{token[1]}}} side by side; merge them")
            else:
                literals.append(piece)
                holes.append(token[1])
                piece = ""
        return cls(literals=(*literals, piece + text[end:]), holes=tuple(holes))

    @classmethod
    def typed(cls, text: str) -> Template:
        """Read a text in which only the four typed holes are holes and every other brace is itself."""
        parts = re.split(r"\{(" + "|".join(TYPED_HOLES) + r")\}", text)
        return cls(literals=tuple(parts[::2]), holes=tuple(parts[1::2]))

    @property
    def weight(self) -> int:
        """Number of literal characters: how much of a message this template explains."""
        return sum(map(len, self.literals))

    def fill(self, fillings: tuple[str, ...]) -> str:
        """Return the text with the holes filled in order."""
        return self.literals[0] + "".join(
            filling + literal for filling, literal in zip(fillings, self.literals[1:], strict=True)
        )

    def fit(
        self, text: str, *, start: int = 0, whole: bool = False, lines: str | None = None
    ) -> tuple[str, ...] | None:
        """Return what the holes hold where this template fits ``text`` from ``start`` on (or all of it), else ``None``.

        A hole that ends the template reaches to the end of its line, or of the text when it must fit ``whole``; lines
        are told by ``lines``, a text of the same length, where ``text`` is squeezed. A word that ends the template
        must end in ``text`` too.
        """
        if not text.startswith(self.literals[0], start):
            return None
        return self._fill_from(0, start + len(self.literals[0]), text, lines or text, set(), whole=whole)

    def fitted(self, text: str) -> int:
        """Return how many literal characters fit the start of ``text`` before the first literal that does not."""
        end = count = 0
        for number, literal in enumerate(self.literals):
            place = text.find(literal, end) if number else (0 if text.startswith(literal) else -1)
            if place < 0:
                break
            end, count = place + len(literal), count + len(literal)
        return count

    def _fill_from(
        self, number: int, start: int, text: str, lines: str, dead: set[tuple[int, int]], *, whole: bool
    ) -> tuple[str, ...] | None:
        """Fill the holes from ``number`` on; ``dead`` notes where that failed, so that no place is tried twice."""
        if number == len(self.holes):
            if whole:
                return () if start == len(text) else None
            broken = self.literals[-1][-1:] in IN_WORD and text[start : start + 1] in IN_WORD
            return None if broken else ()
        if (number, start) in dead:
            return None
        literal = self.literals[number + 1]
        form = TYPED_HOLES.get(self.holes[number])
        choice_matters = any(hole in TYPED_HOLES for hole in self.holes[number:])
        for end in self._ends(number, start, text, lines, whole=whole):
            if form is None or form.fullmatch(text, start, end):
                rest = self._fill_from(number + 1, end + len(literal), text, lines, dead, whole=whole)
                if rest is not None:
                    return (text[start:end], *rest)
            if not choice_matters and number + 1 < len(
                self.holes
            ):  # for free holes the leftmost end is as good as any later one
                break
        dead.add((number, start))
        return None

    def _ends(self, number: int, start: int, text: str, lines: str, *, whole: bool) -> Iterator[int]:
        """Yield the places where hole ``number`` may end, the leftmost first."""
        literal, last = self.literals[number + 1], number + 1 == len(self.holes)
        if last and whole:
            end = len(text) - len(literal)
            if end >= start and text.endswith(literal):
                yield end
        elif not literal:
            end = lines.find("\n", start)
            yield len(text) if end < 0 else end
        else:
            end = text.find(literal, start)
            for _ in range(_MOST_ENDS):
                if end < 0:
                    return
                yield end
                end = text.find(literal, end + 1)


#: Bound on the ends tried for one hole: hostile text must not cost more than its size.
_MOST_ENDS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """How an error looks when printed: dotted exception class (builtins bare) and message template."""

    exception: str
    message: Template

    def fit(self, exceptions: tuple[str, ...], message: str) -> tuple[str, ...] | None:
        """Return what the holes hold when one of ``exceptions`` (dotted names) and ``message`` fit, else ``None``."""
        if not any(same_class(self.exception, name) for name in exceptions):
            return None
        return self.message.fit(message)


#: Classes that JAX renamed: XlaRuntimeError has had four dotted names.
_RENAMED = {"XlaRuntimeError": "JaxRuntimeError"}


def same_class(known: str, printed: str) -> bool:
    """Whether a printed class is the ``known`` one, under another module of the same library or printed bare.

    IPython prints the last part alone, and JAX moved its classes between modules (``jax.core``, ``jax._src.errors``,
    ``jax.errors``) and between jax and jaxlib. A bare ``known`` class is a builtin, which no tool prints dotted.
    """
    known_place, _, known_last = known.rpartition(".")
    place, _, last = printed.rpartition(".")
    if _RENAMED.get(known_last, known_last) != _RENAMED.get(last, last):
        return False
    if not place or not known_place:
        return not place
    return _library(known_place) == _library(place)


def _library(place: str) -> str:
    root = place.partition(".")[0]
    return "jax" if root == "jaxlib" else root
