from __future__ import annotations

import json
from typing import TYPE_CHECKING

import jsonschema
import pytest

from runbook_builder import record, source
from runbook_builder.problem import ProblemsError

if TYPE_CHECKING:
    from runbook_builder.line import Line
    from tests.builder.conftest import Checkout


@pytest.mark.parametrize(
    ("release", "versions", "inside"),
    [
        ("0.12.0.1", None, True),
        ("0.12.0.1", "", True),
        ("0.12.0.1", ">=0.7.2", True),
        ("0.12.0.1", ">=0.7.2,<0.12", False),
        ("0.4.14", ">=0.4.2", True),
        ("0.11.0rc1", ">=0.10", True),
    ],
)
def test_in_range(release: str, versions: str | None, inside: bool) -> None:
    assert record.in_range(release, versions) is inside


@pytest.mark.parametrize("text", [None, "", ">=0.4.14,<0.7", "==0.4.*", "~=0.4.1, !=0.4.3"])
def test_is_range(text: str | None) -> None:
    assert record.is_range(text)


@pytest.mark.parametrize("text", ["0.7", "since 0.7", ">=", '===1"', "===x}", "===`"])
def test_is_no_range(text: str) -> None:
    assert not record.is_range(text)


def test_record_cannot_be_changed(checkout: Checkout) -> None:
    made = checkout.load().record
    with pytest.raises(ValueError, match="frozen"):
        made.title = "other"  # type: ignore[misc]


def test_what_may_be_left_out_has_a_value(checkout: Checkout) -> None:
    checkout.damage("requires: {platform: any, devices: 2, pins: []}\n", "")
    made = checkout.load().record
    assert (made.requires.platform, made.requires.devices, made.requires.pins) == ("any", 1, ())
    assert (made.no_catch, made.aliases, made.answers) == (None, (), ())


def test_schema_for_editors_takes_every_record_and_refuses_what_is_unknown(real: Line) -> None:
    schema = json.loads(json.dumps(record.schema()))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    for one in real.authored:
        validator.validate(one.source.data)
    data = {**real.authored[0].source.data, "colour": "red", "status": "done"}
    assert len(list(validator.iter_errors(data))) == 2


def test_every_field_is_explained_to_editors() -> None:
    properties = record.schema()["$defs"]["Fix"]["properties"]
    assert properties["when"]["description"] == "When this is the right fix."


def test_source_is_the_only_way_in() -> None:
    with pytest.raises(ProblemsError) as error:
        record.parse(source.parse("id: x\n", "x.yaml"))
    assert "x.yaml:1: field 'status' is missing; add it" in str(error.value)
