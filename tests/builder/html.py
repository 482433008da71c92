"""Markdown as the site converts it: Python-Markdown with exactly the extensions of mkdocs.yml."""

from __future__ import annotations

import functools
import os

import bs4
import markdown
from mkdocs.config import load_config

from tests.builder.conftest import ROOT


@functools.cache
def _converter() -> markdown.Markdown:
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    config = load_config(str(ROOT / "mkdocs.yml"))
    return markdown.Markdown(extensions=config.markdown_extensions, extension_configs=config.mdx_configs)


def convert(text: str) -> bs4.BeautifulSoup:
    """Return a page, less its front matter, as HTML."""
    if text.startswith("---\n"):
        text = text.split("\n---\n", 1)[1]
    converter = _converter()
    converter.reset()
    return bs4.BeautifulSoup(converter.convert(text), "html.parser")


def text_of(node: bs4.Tag) -> str:
    """Return the text of a node with single spaces, as a browser shows it, without the marks that link to headings."""
    for mark in node.select("a.headerlink"):
        mark.decompose()
    return " ".join(node.get_text().split())
