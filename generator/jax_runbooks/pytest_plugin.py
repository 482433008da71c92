"""The pytest plugin: one section with the runbook on the report of a failing test. Off with ``JAX_RUNBOOKS=0``.

A matching runbook is certain or not shown at all; the exception and the rest of the report stay as they are.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest

from jax_runbooks import hooks

if TYPE_CHECKING:
    from collections.abc import Generator


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the section ``JAX runbook`` to a failing report."""
    report = yield
    if report.failed and call.excinfo is not None:
        match = hooks.certain(call.excinfo.value)
        if match is not None:
            with contextlib.suppress(Exception):
                from jax_runbooks import answer  # noqa: PLC0415

                report.sections.append(("JAX runbook", answer.lines(match)))
    return report
