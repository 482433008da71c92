"""The record: what authors write about one error. The only module that knows pydantic; knows no YAML and no page."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, Literal

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError

from runbook_builder.problem import ProblemsError, quoted

if TYPE_CHECKING:
    from runbook_builder.problem import Problem
    from runbook_builder.source import Source


_RANGE = frozenset("0123456789abcdefghijklmnopqrstuvwxyz.*+!<>=~, ")
"""The operator ``===`` takes any character, and ranges stand in attributes of fences."""


class Role(StrEnum):
    """What a block of a page proves."""

    REPRODUCE = "reproduce"
    FIX = "fix"
    CATCH = "catch"
    CHECK = "check"
    EXAMPLE = "example"
    """A block of a hand-written page: it runs as it stands."""


def is_range(text: str | None) -> bool:
    """Whether a text says for which releases something holds; none means all."""
    try:
        SpecifierSet(text or "")
    except InvalidSpecifier:
        return False
    return set(text or "") <= _RANGE


def _range(text: str) -> str:
    if not is_range(text):
        raise ValueError("is no range of releases; write it as '>=0.4.14,<0.7'")
    return text


_PIN = re.compile(r"(--no-deps|--upgrade|--force-reinstall|[A-Za-z0-9][A-Za-z0-9_.\[\],<>=!~-]*)")


def is_pin(text: str) -> bool:
    """Whether a word is one that pip may be given here: an option without a place in it, or a requirement by name."""
    return _PIN.fullmatch(text) is not None


def _pin(text: str) -> str:
    if not is_pin(text):
        raise ValueError("is neither a requirement by name nor --no-deps; write it as 'jaxlib==0.10.2'")
    return text


def _release(text: str) -> str:
    try:
        Version(text)
    except InvalidVersion:
        raise ValueError("is no release; write it as '0.4.14'") from None
    return text


def _line(text: str) -> str:
    if "\n" in text or not text.strip():
        raise ValueError("must be one line of text; write it on one line")
    return text


def _https(text: str) -> str:
    if not text.startswith("https://") or any(character in text for character in " \t\n<>\"'`()[]{}|\\^"):
        raise ValueError("is no plain https address; write it as 'https://…' without spaces or brackets")
    return text


Id = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{16}$")]
Line = Annotated[StrictStr, AfterValidator(_line)]
Range = Annotated[StrictStr, AfterValidator(_range)]
Release = Annotated[StrictStr, AfterValidator(_release)]
Https = Annotated[StrictStr, AfterValidator(_https)]
Pin = Annotated[StrictStr, AfterValidator(_pin)]
Word = Annotated[StrictStr, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
Printed = Annotated[StrictStr, Field(pattern=r"^([A-Za-z_]\w*(\.([A-Za-z_]\w*|<locals>|<lambda>))*)?$")]
Name = Annotated[StrictStr, Field(pattern=r"^[A-Za-z_]\w*(\.([A-Za-z_]\w*|<locals>|<lambda>))*$")]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class SignatureField(_Model):
    """How the error looks when printed."""

    exception: Printed
    """Exception or warning class: dotted, builtins bare; empty for a log line."""
    message: StrictStr
    """Literal text with {holes}; literal braces doubled; not a regular expression."""
    versions: Range | None = None
    """Releases that print it so."""


class RaiseSite(_Model):
    """Where the error comes from. Never a line number: lines move."""

    kind: Literal["raise", "native", "python"] = "raise"
    """`raise`: a raise statement of JAX; `native`: jaxlib; `python`: implicit, such as an import or an attribute."""
    module: Name | None = None
    """Module of the innermost JAX function."""
    function: Name | None = None
    """Qualified name of that function, `<locals>` included."""
    reason: Line | None = None
    """For `python`, and for `native` where no Python function of JAX calls jaxlib: what raises."""
    versions: Range | None = None
    """Releases in which it is raised there; without a range, in all."""


class AlsoIn(_Model):
    """Another library that raises the same text."""

    library: Line
    where: Line
    """Its module or file."""
    run: StrictBool
    """Whether that library was run for this page."""


class Versions(_Model):
    """Releases between which the error exists."""

    introduced: Release | None = None
    gone: Release | None = None


class Requires(_Model):
    """What a machine must have to provoke the error."""

    platform: Literal["any", "cpu", "gpu", "tpu"] = "any"
    devices: Annotated[StrictInt, Field(ge=1, le=64)] = 1
    pins: tuple[Pin, ...] = ()
    """What pip is given to build an environment for this record: options such as `--no-deps`, and requirements."""


class Fix(_Model):
    """One way out that keeps what the reader wanted."""

    title: Line
    when: Line
    """When this is the right fix."""
    cost: Line
    """What it costs or gives up."""
    code: StrictStr
    versions: Range | None = None
    """Releases on which this form works."""
    pins: tuple[Pin, ...] = ()
    """What pip is given to mend the environment that the record's pins built."""
    differs: Line | None = None
    """Why the call that failed does not occur in the fix."""


class Cause(_Model):
    """One way to get the error."""

    title: Line
    sign: StrictStr
    """How the reader sees that this cause is theirs."""
    reproduce: StrictStr
    fixes: tuple[Fix, ...] = Field(min_length=1)
    """The expert's choice first."""
    why: StrictStr
    catch: StrictStr | None = None
    check: StrictStr | None = None


class Record(_Model):
    """All that is known about one error."""

    id: Id
    """Minted once by `new`, never recomputed."""
    status: Literal["draft", "published", "known", "retired"]
    kind: Literal["exception", "warning", "log", "import", "fatal"]
    library: Word
    also_in: tuple[AlsoIn, ...] = ()
    signatures: tuple[SignatureField, ...] = Field(min_length=1)
    raised_in: tuple[RaiseSite, ...] = Field(min_length=1)
    title: Line
    summary: Line
    """One sentence."""
    severity: Literal["fatal", "error", "warning", "info"]
    tags: tuple[Word, ...] = ()
    aliases: tuple[Id, ...] = ()
    strategy: Literal["validation", "fallback", "retry", "propagate"]
    """How a program best deals with it."""
    versions: Versions = Versions()
    requires: Requires = Requires()
    meaning: StrictStr
    """The model behind the rule."""
    triggers: StrictStr
    situations: StrictStr
    causes: tuple[Cause, ...] = ()
    catch: StrictStr | None = None
    no_catch: Line | None = None
    """Why the error should not or cannot be caught."""
    check: StrictStr | None = None
    no_check: Line | None = None
    """Why no check before the call is possible."""
    prevention: tuple[Line, ...] = ()
    seen_in: tuple[Https, ...] = ()
    """Addresses of public reports and documents that the page rests on."""
    answers: tuple[Line, ...] = ()
    """Demand labels."""
    related: tuple[Id, ...] = ()


def in_range(release: str, versions: str | None) -> bool:
    """Whether a JAX release lies in a range of releases; no range means all."""
    return versions is None or SpecifierSet(versions).contains(release, prereleases=True)


def parse(source: Source) -> Record:
    """Make a record of what a file holds. Raises ``ProblemsError`` with every field that is wrong."""
    try:
        return Record.model_validate(source.data)
    except ValidationError as error:
        details = error.errors()
        parents = {tuple(one["loc"][:length]) for one in details for length in range(len(one["loc"]))}
        # pydantic leaves wrong items out and then finds their list too short
        told = [one for one in details if one["type"] != "too_short" or tuple(one["loc"]) not in parents]
        raise ProblemsError(*(_problem(source, detail) for detail in told)) from None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a record, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Record.model_json_schema()}


def _problem(source: Source, detail: Any) -> Problem:  # noqa: ANN401  (pydantic's ErrorDetails)
    place, kind, value = tuple(detail["loc"]), detail["type"], detail["input"]
    field = ".".join(str(part) for part in place)
    if kind == "missing":
        return source.problem(place[:-1], f"field '{field}' is missing; add it")
    if kind == "extra_forbidden":
        known = ", ".join(sorted(_fields(place)))
        return source.problem(place, f"unknown field {quoted(field)}; remove it or use one of: {known}")
    written = source.plain.get(place)
    if written is not None and "str" in kind:
        read_as = type(value).__name__ if value is not None else "null"
        wrong = f"YAML reads {quoted(written)} as {read_as}; quote it" if written else "is empty; write it or remove it"
        return source.problem(place, f"{field}: {wrong}")
    reason = detail["ctx"]["error"] if kind == "value_error" else _sentence(detail)
    return source.problem(place, f"{field}: {quoted(value if written is None else written)} {reason}")


_EXPECTED = {
    "string_type": "text",
    "tuple_type": "a list",
    "model_type": "a mapping of fields",
    "int_type": "a whole number",
    "bool_type": "true or false",
}


def _sentence(detail: Any) -> str:  # noqa: ANN401
    match detail["type"]:
        case "string_pattern_mismatch":
            return f"does not have the form {detail['ctx']['pattern']}; rewrite it so"
        case "literal_error":
            return f"is none of {detail['ctx']['expected']}; use one of them"
        case "too_short":
            return "has too few items; add at least one"
        case kind if kind in _EXPECTED:
            return f"should be {_EXPECTED[kind]}; rewrite it so"
        case _:
            expected = detail["msg"].removeprefix("Input should be ").removeprefix("a valid ")
            return f"should be {expected}; rewrite it so"


def _fields(place: tuple[str | int, ...]) -> tuple[str, ...]:
    """Return the fields known where ``place`` holds an unknown one."""
    model: type[BaseModel] = Record
    parts: dict[str, type[BaseModel]]
    parts = {"signatures": SignatureField, "raised_in": RaiseSite, "also_in": AlsoIn, "causes": Cause, "fixes": Fix}
    parts |= {"versions": Versions, "requires": Requires}
    for part in place[:-1]:
        if isinstance(part, str):
            model = parts.get(part, model)
    return tuple(model.model_fields)
