from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from jax_runbooks.signature import Signature, Template, same_class

if TYPE_CHECKING:
    from collections.abc import Callable


def fit(template: str, text: str, *, whole: bool = False) -> tuple[str, ...] | None:
    return Template.parse(template).fit(text, whole=whole)


@pytest.mark.parametrize(
    ("text", "literals", "holes"),
    [
        ("plain", ("plain",), ()),
        ("", ("",), ()),
        ("Backend {name} already", ("Backend ", " already"), ("name",)),
        ("{a} and {b}", ("", " and ", ""), ("a", "b")),
        ("{{literal}} {hole}", ("{literal} ", ""), ("hole",)),
        ("{{{hole}}}", ("{", "}"), ("hole",)),
        ("a.*b[c]\\d", ("a.*b[c]\\d",), ()),
    ],
)
def test_parse(text: str, literals: tuple[str, ...], holes: tuple[str, ...]) -> None:
    assert Template.parse(text) == Template(literals=literals, holes=holes)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a { b", "has a single '{'; double a brace that is no hole"),
        ("a } b", "has a single '}'; double a brace that is no hole"),
        ("a {b {c} d}", "has a single '{'; double a brace that is no hole"),
        ("a {} b", "has a hole named ''; name it as a Python variable"),
        ("a {b.c} d", "has a hole named 'b.c'; name it as a Python variable"),
        ("a {0} d", "has a hole named '0'; name it as a Python variable"),
        ("a {b}{c}", "has the holes {b} and {c} side by side; merge them"),
    ],
)
def test_parse_says_what_to_mend(text: str, sentence: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  (the whole sentence is compared)
        Template.parse(text)
    assert str(error.value) == sentence


def test_fill_is_the_way_back() -> None:
    template = Template.parse("shape {shape} of {{x}} at {where}")
    text = template.fill(("(3,)", "a.py:1"))
    assert text == "shape (3,) of {x} at a.py:1"
    assert template.fit(text) == ("(3,)", "a.py:1")
    assert template.weight == len("shape  of {x} at ")


@pytest.mark.parametrize(
    ("template", "text", "holes"),
    [
        ("no hole", "no hole", ()),
        ("no hole", "no hole, and what JAX appends", ()),
        ("no hole", "a no hole", None),
        ("{start} is missing", "x is missing", ("x",)),
        ("{start} is missing", " is missing", ("",)),
        ("got {what} here", "got 1 2 3 here", ("1 2 3",)),
        ("got {what} here", "got 1\n2\n3 here", ("1\n2\n3",)),
        ("got {what} here", "got 1 2 3 there, x", None),
        ("got {end}", "got 1 2 3", ("1 2 3",)),
        ("got {end}", "got 1 2 3\nThe next line", ("1 2 3",)),
        ("{a}, {b}; {c}", "1, 2; 3", ("1", "2", "3")),
        ("{a}, {b}; {c}", "1, 2, 3; 4", ("1", "2, 3", "4")),
        ("{a}, {b}; {c}", "1; 2, 3", None),
        ("a.b {x}", "aXb 1", None),
        ("longer than the text {x}", "longer", None),
    ],
)
def test_fit(template: str, text: str, holes: tuple[str, ...] | None) -> None:
    assert fit(template, text) == holes


@pytest.mark.parametrize(
    ("template", "text", "holes"),
    [
        ("no hole", "no hole", ()),
        ("no hole", "no hole more", None),
        ("got {what} here", "got x here here", ("x here",)),
        ("got {what} here", "got x here.", None),
        ("got {end}", "got 1\n2", ("1\n2",)),
        ("ab {x} b", "ab b", None),
    ],
)
def test_fit_whole(template: str, text: str, holes: tuple[str, ...] | None) -> None:
    assert fit(template, text, whole=True) == holes


@pytest.mark.parametrize(
    ("hole", "good", "bad"),
    [
        ("where", "/home/a b/model.py:12", "/home/model.py"),
        ("where", "<doctest block.txt[2]>:1 (predict)", "<doctest block.txt[2]>"),
        ("where", "model.py:12:7 (Model.<locals>.f)", "model.py:12:"),
        ("docs", "https://docs.jax.dev/en/latest/errors.html#x", "docs.jax.dev"),
        ("docs", "https://docs.jax.dev/", "https://docs.jax.dev/ and more"),
        ("address", "0x7f00ab", "7f00ab"),
        ("address", "0x0", "0xXYZ"),
        ("inner", 'a\n  File "x.py", line 1\nb', "a\nb"),
        ("inner", "Traceback (most recent call last):\n  x", "Traceback: x"),
    ],
)
def test_typed_hole_takes_its_own_form_only(hole: str, good: str, bad: str) -> None:
    template = f"at {{{hole}}} stands"
    assert fit(template, f"at {good} stands") == (good,)
    assert fit(template, f"at {bad} stands") is None


def test_typed_hole_ends_where_its_form_does() -> None:
    assert fit("for {where} at {x}", "for a at b.py:1 at c") == ("a at b.py:1", "c")
    assert fit("see {docs}. Then {x}", "see https://a.b/c.html. Then d") == ("https://a.b/c.html", "d")


def test_free_hole_gives_way_to_a_later_typed_one() -> None:
    assert fit("{name} at {where}", "jit at f at a.py:3") == ("jit", "f at a.py:3")
    assert fit("<{name}> at {address}>", "<a> at b> at 0x1f>") == ("a> at b", "0x1f")


def test_typed_reads_only_the_four_names() -> None:
    template = Template.typed("{x} {where} {{}} {address}")
    assert template == Template(literals=("{x} ", " {{}} ", ""), holes=("where", "address"))


def growth(work: Callable[[str], object], piece: str) -> float:
    """Return how many times longer 8 times the text takes: 8 when linear, 64 when quadratic."""

    def seconds(size: int) -> float:
        text = piece * (size // len(piece)) + "?!"
        times = []
        for _ in range(2):
            start = time.process_time()
            work(text)
            times.append(time.process_time() - start)
        return min(times)

    return seconds(1 << 20) / max(seconds(1 << 17), 1e-4)


@pytest.mark.parametrize(
    ("template", "piece"),
    [
        ("{a} already initialized!", " already initialized"),
        ("{a}ab{b}ab{c}#", "ab"),
        ("{a} at {where}!", " at x:1"),
        ("{where}!", ":1 ("),
        ("{where}!", ":11111111"),
        ("{inner}!", "Traceback (most recent call"),
        ("{a}x{address}!", "x0x0123456789abcdef"),
        ("{a} {docs}#", " https://a.b"),
        ("{a}\n{inner}!", "File \n"),
    ],
)
def test_hostile_text_costs_no_more_than_its_size(template: str, piece: str) -> None:
    parsed = Template.parse(template)
    assert parsed.fit(piece * 9 + "?!") is None
    assert growth(parsed.fit, piece) < 30
    assert growth(lambda text: parsed.fit(text, whole=True), piece) < 30


def test_many_holes_are_not_tried_in_every_combination() -> None:
    template = Template.parse(" ".join(f"{{h{number}}}" for number in range(12)) + " {address}!")
    assert template.fit("a " * 500) is None


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("ValueError", "ValueError", True),
        ("ValueError", "TypeError", False),
        ("jax.errors.TracerArrayConversionError", "TracerArrayConversionError", True),
        ("TracerArrayConversionError", "jax.errors.TracerArrayConversionError", False),  # a bare one is a builtin
        ("jax.errors.ConcretizationTypeError", "jax.core.ConcretizationTypeError", True),
        ("jaxlib._jax.XlaRuntimeError", "jaxlib.xla_extension.XlaRuntimeError", True),
        ("jax.errors.JaxRuntimeError", "jaxlib.xla_extension.XlaRuntimeError", True),
        ("jax.errors.JaxRuntimeError", "XlaRuntimeError", True),
        ("RuntimeError", "jaxlib.xla_extension.XlaRuntimeError", False),
        ("jax.errors.KeyReuseError", "torch.KeyReuseError", False),
        ("ValueError", "mylib.ValueError", False),
    ],
)
def test_same_class(first: str, second: str, same: bool) -> None:
    assert same_class(first, second) is same


def test_signature_takes_any_base_class() -> None:
    signature = Signature(exception="TypeError", message=Template.parse("bad {what}"))
    assert signature.fit(("jax.errors.TracerError", "TypeError"), "bad x") == ("x",)
    assert signature.fit(("ValueError",), "bad x") is None
    assert signature.fit(("TypeError",), "good x") is None
