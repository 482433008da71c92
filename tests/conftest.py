"""What all tests share: goldens, the flag that rewrites them, and a real browser."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

#: Programs that are Chromium.
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
#: A closed machine must not be asked for Google's hosts.
ARGUMENTS = [
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write what was made into the golden files")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compare a text with a golden file byte for byte; with ``--accept`` write it there."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--accept"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        assert path.is_file(), f"{path.name} is missing; run pytest --accept and look at what it wrote"
        assert text == path.read_bytes().decode(), f"differs from {path.name}; pytest --accept takes the new text"

    return compare


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, or the one that CHROMIUM names."""
    from playwright.sync_api import sync_playwright

    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    assert program, "no Chromium is installed; apt-get install chromium, or set CHROMIUM to the path of one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, chromium_sandbox=False)
        yield browser
        browser.close()
