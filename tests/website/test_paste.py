"""The paste box in a real browser, from file://: the right runbook, no request, no HTML from the paste, keys alone."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from runbook_builder import index
from runbook_builder.index import Packed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Error, Page, Request

PASTE = "RuntimeError: Backend cpu already initialized"


class Box:
    """The home page with its paste box, and everything that it asked for or complained of."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.requests: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("requestfailed", self._failed)
        page.on("pageerror", self._raised)

    def _failed(self, request: Request) -> None:
        if not request.url.endswith("/search/search_index.js"):  # the theme's search, from file://
            self.complaints.append(request.url)

    def _raised(self, error: Error) -> None:
        if "search_index.js" not in str(error):
            self.complaints.append(str(error))

    def open(self, site: Path) -> None:
        self.page.goto((site / "index.html").as_uri())
        self.page.wait_for_selector("#paste:not([hidden])")
        self.requests.clear()

    def paste(self, text: str) -> str:
        self.page.fill("#paste textarea", text)
        self.page.click("#paste button")
        return self.page.inner_text("#paste output")


@pytest.fixture
def box(chromium: Browser) -> Iterator[Box]:
    page = chromium.new_page()
    yield Box(page)
    page.close()


def with_index(site: Path, tmp_path: Path, *entries: Packed) -> Path:
    """Copy the site and give it an index of its own."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    text = index.pack(entries)
    (copy / "assets" / "index.js").write_text(f"globalThis.jaxRunbooksIndex = {text};", encoding="utf-8")
    return copy


def entry(name: str, message: str, **fields: object) -> Packed:
    made = Packed(id=name * 16, slug=name, title=f"Title {name}", signatures=(("ValueError", message),))
    return Packed(**{**{each: getattr(made, each) for each in Packed.__slots__}, **fields})  # type: ignore[arg-type]


def test_leads_to_the_runbook_and_asks_nobody(box: Box, site: Path) -> None:
    box.open(site)
    shown = box.paste(f"Traceback (most recent call last):\n  File 'a.py', line 3\n{PASTE}\n")
    assert "This is your error:" in shown
    assert "the error is as documented" in shown
    assert box.requests == []
    box.page.click("#paste output h3 a")
    assert box.page.url.endswith("/errors/backend-already-initialized/index.html")
    assert "already initialized" in box.page.inner_text("article")
    assert box.complaints == []


def test_says_why(box: Box, site: Path) -> None:
    box.open(site)
    box.paste(PASTE)
    box.page.click("#paste output summary")
    assert box.page.inner_text("#paste output mark") == "cpu"
    assert "class RuntimeError" in box.page.inner_text("#paste output details")


def test_keyboard_alone(box: Box, site: Path) -> None:
    box.open(site)
    box.page.focus("#paste textarea")
    box.page.keyboard.type(PASTE)
    box.page.keyboard.press("Tab")
    assert box.page.evaluate("document.activeElement.tagName") == "SELECT"
    box.page.keyboard.press("Tab")
    assert box.page.evaluate("document.activeElement.tagName") == "BUTTON"
    box.page.keyboard.press("Enter")
    box.page.keyboard.press("Tab")
    assert box.page.evaluate("document.activeElement.closest('#paste output') !== null")
    box.page.keyboard.press("Enter")
    box.page.wait_for_url("**/errors/backend-already-initialized/index.html")


def test_answers_while_typing(box: Box, site: Path) -> None:
    box.open(site)
    box.page.fill("#paste textarea", PASTE)
    box.page.wait_for_selector("#paste output article")


def test_pasted_text_is_never_html(box: Box, site: Path, tmp_path: Path) -> None:
    box.open(with_index(site, tmp_path, entry("a", "got a shape of rank {x}")))
    evil = "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"
    shown = box.paste(f"ValueError: got a shape of rank {evil}")
    assert "Title a" in shown
    assert box.page.evaluate("document.querySelectorAll('#paste output :is(img, script)').length") == 0
    box.page.click("#paste output summary")
    assert evil in box.page.inner_text("#paste output mark")
    assert "owned" not in box.page.title()
    assert box.requests == []


def test_titles_of_the_index_are_never_html(box: Box, site: Path, tmp_path: Path) -> None:
    odd = entry("a", "got a shape of rank {x}", title="<b>Title</b>", summary="<i>x</i> & `y`")
    box.open(with_index(site, tmp_path, odd))
    shown = box.paste("ValueError: got a shape of rank 3")
    assert "<b>Title</b>" in shown
    assert "<i>x</i> & y" in shown


def test_ties_near_misses_and_nothing_are_told_apart(box: Box, site: Path, tmp_path: Path) -> None:
    one, other = entry("a", "got a shape of rank {x}"), entry("b", "{y} a shape of rank 3 g")
    box.open(with_index(site, tmp_path, one, other, entry("c", "a long message that is {z} in the end")))
    tie = box.paste("ValueError: got a shape of rank 3 g")
    assert "2 runbooks fit equally well" in tie
    assert ("Title a" in tie, "Title b" in tie) == (True, True)
    near = box.paste("TypeError: a long message that is changed in the end")
    assert "No runbook is known" in near
    assert "near miss: it is raised as ValueError" in near
    nothing = box.paste("ValueError: something else")
    assert "No runbook is known for this error. Nothing is guessed." in nothing
    assert "Title" not in nothing
    assert box.paste(" \n ") == ""


def test_release_selector(box: Box, site: Path, tmp_path: Path) -> None:
    releases = {"0.9.2": (0, 1, 1, 3), "0.10.2": (1, 1, 3, 3)}
    box.open(with_index(site, tmp_path, entry("a", "got a shape of rank {x}", releases=releases)))
    text = "ValueError: got a shape of rank 3"
    assert "On JAX 0.10.2 the error is as documented; fixes that work there as documented: 3 of 3." in box.paste(text)
    box.page.select_option("#paste select", "0.9.2")
    old = box.page.inner_text("#paste output")
    assert "On JAX 0.9.2 the error is NOT as documented; fixes that work there as documented: 1 of 3." in old
    box.page.select_option("#paste select", "")
    assert "(the nearest run to your 0.10.1)" in box.paste(text + "\njax: 0.10.1")
    assert box.page.eval_on_selector_all("#paste option", "all => all.map(one => one.value)") == ["", "0.10.2", "0.9.2"]


def test_words_are_those_of_the_command_line(box: Box, site: Path, tmp_path: Path) -> None:
    """The sentence on a release is made twice, in Python and in JavaScript."""
    from jax_runbooks.index import Index

    made = entry("a", "got a shape of rank {x}", releases={"0.9.2": (0, 1, 1, 3)})
    copy = with_index(site, tmp_path, made)
    data = (copy / "assets" / "index.js").read_text(encoding="utf-8")
    known = Index.load(json.dumps(json.loads(data.removeprefix("globalThis.jaxRunbooksIndex = ").removesuffix(";"))))
    text = "ValueError: got a shape of rank 3\njax 0.9.0"
    (match,) = known.answer(text).matches
    assert match.standing is not None
    box.open(copy)
    assert match.standing.words in box.paste(text)
