"""The pages of a site: its front, and what its campaigns say to programs that show a link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import escape

from pbem.report.bookpages import page_of
from pbem.report.escape import clean
from pbem.report.marks import folded
from pbem.report.shelf import Shelf, written


def open_graph(about: Mapping[str, str], feed: str) -> str:
    """Lines for the head of a page: what chats show beside a link to it, and where its feed is."""
    lines = [
        f'<meta property="{escape(name)}" content="{escape(folded(clean(value)))}">' for name, value in about.items()
    ]
    return "\n".join([*lines, f'<link rel="alternate" type="application/atom+xml" href="{escape(feed)}">'])


def site_page(title: str, campaigns: list[dict[str, Any]]) -> str:
    """The front page of a site, with a card for each campaign."""

    def page(shelf: Shelf) -> str:
        style = shelf.text("book.css") + shelf.text("site.css")
        values = {"title": folded(clean(title)), "campaigns": clean(campaigns)}
        return page_of(shelf, "site.html.j2", values, {}, {"style": style})

    return written(page, None, None)
