from __future__ import annotations

import pytest

from runbook_builder import catalogue
from tests.builder.conftest import DATA

JAX = DATA / "jax"
MODULE = "jax._src.xla_bridge"


def test_commit() -> None:
    assert catalogue.commit(JAX) == "0123456789abcdef0123456789abcdef01234567"


def test_function_with_what_it_raises() -> None:
    found = catalogue.function(JAX, MODULE, "register_backend_factory")
    assert found is not None
    assert found.file == "jax/_src/xla_bridge.py"
    assert [(one.exception, one.text) for one in found.raises] == [
        ("TypeError", "a factory is called,  cannot be"),
        ("RuntimeError", "Backend  already initialized"),
        ("", ""),
    ]


def test_function_inside_a_function() -> None:
    found = catalogue.function(JAX, MODULE, "register_backend_factory.<locals>.start")
    assert found is not None
    assert [one.exception for one in found.raises] == ["RuntimeError"]


def test_every_definition_of_a_name_counts() -> None:
    found = catalogue.function(JAX, MODULE, "Registry.platform")
    assert found is not None
    assert len(found.starts) == 2
    assert [one.exception for one in found.raises] == ["AttributeError"]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (MODULE, "nothing"),
        (MODULE, "Registry"),
        ("jax._src.nowhere", "start"),
        ("jax", "start"),
        ("os.path", "join"),
        ("jax..os", "x"),
        ("jax.<locals>", "x"),
    ],
)
def test_no_function(module: str, name: str) -> None:
    assert catalogue.function(JAX, module, name) is None


def test_excerpt_is_the_statement_with_a_little_before() -> None:
    found = catalogue.excerpt(
        JAX, MODULE, "register_backend_factory", "RuntimeError", "Backend {x} already initialized"
    )
    assert found is not None
    lines = (DATA / found.file).read_text(encoding="utf-8").splitlines()
    assert lines[found.first - 1].strip() == "raise RuntimeError("
    assert lines[found.last - 1].strip() == ")"
    assert found.code.splitlines()[-1] == lines[found.last - 1]
    assert len(found.code.splitlines()) == found.last - found.first + 1 + 6


def test_excerpt_begins_within_the_function() -> None:
    name = "register_backend_factory.<locals>.start"
    found = catalogue.excerpt(JAX, MODULE, name, "RuntimeError", "Backend {x} already initialized")
    assert found is not None
    assert found.code.splitlines()[0] == "    def start():"


@pytest.mark.parametrize(("exception", "message"), [("KeyError", "Backend {x}"), ("RuntimeError", "Another {x} text")])
def test_no_excerpt_for_another_error(exception: str, message: str) -> None:
    assert catalogue.excerpt(JAX, MODULE, "register_backend_factory", exception, message) is None
