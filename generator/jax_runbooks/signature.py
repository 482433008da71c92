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
    "where": re.compile(r"[^\n]{1,1000}?:\d{1,9}(?::\d{1,9})?(?: \([^\n()]{0,1000}\))?"),  # place of a traced function
    "docs": re.compile(r"https://[^\s]{1,1000}"),  # address of a documentation page
    "address": re.compile(r"0x[0-9a-f]{1,16}"),  # memory address
    "inner": re.compile(  # quoted inner traceback
        r"[\s\S]{0,20000}?(?:Traceback \(most recent call last\)|File \")[\s\S]*"
    ),
}

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


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

    def fit(self, text: str, *, whole: bool = False) -> tuple[str, ...] | None:
        """Return what the holes hold where this template fits the start of ``text`` (or all of it), else ``None``.

        A hole that ends the template reaches to the end of its line, or of the text when it must fit ``whole``.
        """
        if not text.startswith(self.literals[0]):
            return None
        return self._fill_from(0, len(self.literals[0]), text, set(), whole=whole)

    def _fill_from(
        self, number: int, start: int, text: str, dead: set[tuple[int, int]], *, whole: bool
    ) -> tuple[str, ...] | None:
        """Fill the holes from ``number`` on; ``dead`` notes where that failed, so that no place is tried twice."""
        if number == len(self.holes):
            return None if whole and start != len(text) else ()
        if (number, start) in dead:
            return None
        literal = self.literals[number + 1]
        form = TYPED_HOLES.get(self.holes[number])
        choice_matters = any(hole in TYPED_HOLES for hole in self.holes[number:])
        for end in self._ends(number, start, text, whole=whole):
            if form is None or form.fullmatch(text, start, end):
                rest = self._fill_from(number + 1, end + len(literal), text, dead, whole=whole)
                if rest is not None:
                    return (text[start:end], *rest)
            if not choice_matters:  # for free holes the leftmost end is as good as any later one
                break
        dead.add((number, start))
        return None

    def _ends(self, number: int, start: int, text: str, *, whole: bool) -> Iterator[int]:
        """Yield the places where hole ``number`` may end, the leftmost first."""
        literal, last = self.literals[number + 1], number + 1 == len(self.holes)
        if last and whole:
            end = len(text) - len(literal)
            if end >= start and text.endswith(literal):
                yield end
        elif not literal:
            end = text.find("\n", start)
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


def same_class(first: str, second: str) -> bool:
    """Whether two names mean one class: equal, or one is the bare last part of the other (as IPython prints it)."""
    if "." in first and "." in second:
        return first == second
    return first.rpartition(".")[2] == second.rpartition(".")[2]
