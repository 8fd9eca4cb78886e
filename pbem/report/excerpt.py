"""A post as a part of another page: its body, rid of its title, its picture and everything that could act.

Posts are ours and escaped, but a reader's own template may hold anything. Only tags of plain text pass, without
attributes except for a class; what was opened is closed.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape
from html.parser import HTMLParser

from pbem.values.patterns import pattern

_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_TAGS = frozenset((
    *_HEADINGS, "p", "div", "span", "pre", "code", "blockquote", "details", "summary", "ul", "ol", "li", "dl", "dt",
    "dd", "table", "caption", "thead", "tbody", "tr", "th", "td", "b", "i", "em", "strong", "u", "s", "sub", "sup",
))  # fmt: skip
_HEADING = pattern(r"(</?h)([2-6])(?=[ >])")  # in a text whose every other `<` is escaped
_ALONE = frozenset(("br", "hr"))  # never closed
_DROPPED = frozenset(
    ("head", "title", "style", "script", "h1", "template", "iframe", "object", "svg", "math", "noscript")
)


class _Excerpt(HTMLParser):
    """Collects what may stay."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self._open: list[tuple[str, int]] = []  # tags, and where they were opened
        self._is_emptied = False  # an empty paragraph has just been left out
        self._dropping: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _DROPPED:
            self._dropping.append(tag)
        elif self._dropping:
            return
        elif tag in _ALONE:
            self.found.append(f"<{tag}>")
        elif tag in _TAGS:
            self._open.append((tag, len(self.found)))
            self.found.append(f"<{tag}{_kept(tag, dict(attrs))}>")

    def handle_endtag(self, tag: str) -> None:
        if self._dropping:
            if tag in self._dropping:
                del self._dropping[self._dropping.index(tag) :]
        elif any(tag == opened for opened, _ in self._open):
            self._close(tag)

    def _close(self, tag: str) -> None:
        """Close the tag and whatever was left open inside it; a paragraph in which nothing is left goes."""
        last = ""
        while last != tag:
            last, begun = self._open.pop()
            self._is_emptied = last == "p" and not any(part.strip() for part in self.found[begun + 1 :])
            if self._is_emptied:
                del self.found[begun:]
            else:
                self.found.append(f"</{last}>")

    def handle_data(self, data: str) -> None:
        if not self._dropping:
            self.found.append(escape(data.lstrip() if self._is_emptied else data, quote=False))
            self._is_emptied = False

    def whole(self, page: str) -> str:
        """The excerpt of a page."""
        self.feed(page)
        self.close()
        self.found.extend(f"</{tag}>" for tag, _ in reversed(self._open))
        return "".join(self.found)


def _kept(tag: str, attrs: dict[str, str | None]) -> str:
    """The class, and what a table needs to be read aloud."""
    names = ("class", "scope") if tag == "th" else ("class",)
    return "".join(f' {name}="{escape(str(attrs[name]))}"' for name in names if attrs.get(name))


def excerpt(page: str, deeper: int = 0) -> str:
    """The body of a page as a harmless piece of HTML, its headings so many levels deeper.

    Paragraphs that held nothing but a picture are gone.
    """
    found = _whole(page)
    return _HEADING.sub(lambda tag: f"{tag[1]}{min(6, int(tag[2]) + deeper)}", found) if deeper else found


@lru_cache(maxsize=512)
def _whole(page: str) -> str:
    """The same for every page that takes it in."""
    return _Excerpt().whole(page).strip()
