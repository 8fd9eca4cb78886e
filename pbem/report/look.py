"""From neutral blocks to a format: every text is escaped, then the macros of `look.<format>.j2` dress it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from pbem.report.escape import FORMATS, Format, unmarked
from pbem.report.fill import fill_orders
from pbem.report.marks import NAMED, OPEN, PHRASES, Passage, bare, is_numbered, phrases
from pbem.report.shelf import Shelf

_MOST_INKED = 20_000  # texts of a format that are kept
_INKED: dict[str, dict[str, str]] = {}
_ROWS = {"item": "item", "head": "row", "row": "row"}  # blocks that stand together with their like


class Dress:
    """One format with its macros; `ready` holds texts that are in this format already, for blocks that name them."""

    def __init__(
        self, shelf: Shelf, fmt: str, ready: Mapping[str, str] | None = None, deeper: int = 0, is_brief: bool = False
    ) -> None:
        self.format: Format = FORMATS[fmt]
        self._is_brief = is_brief  # of lists only the numbered lines stay
        self._deeper = deeper  # levels, for a page that becomes part of another
        self._ready_made = ready or {}
        names = (fmt, self.format.like) if self.format.like else (fmt,)
        self._macros = shelf.macros([f"look.{name}.j2" for name in names], {})
        # Our own macros give the same for the same, page after page; a reader's are asked every time.
        self._inked = _INKED.setdefault(fmt, {}) if shelf.is_ours else {}
        self._blocks: dict[str, Callable[[Passage], str]] = {
            "title": self._title, "heading": self._heading, "para": self._para, "pre": self._pre,
            "quote": self._quote, "picture": self._picture, "fold": self._fold, "ready": self._ready,
        }  # fmt: skip

    def dressed(self, name: str, *values: Any) -> str:
        """What a macro of the look makes of texts that are escaped already."""
        return next(macros for macros in self._macros if macros.has(name)).call(name, *values)

    def page(self, parts: Sequence[Passage], title: str) -> str:
        """A whole page."""
        if self._is_brief:
            parts = tuple(part for part in parts if part.kind != "item" or is_numbered(part.field(0)))
        body = self.written(parts)
        text = self.dressed("page", body, self.format.text(bare(title)))
        return "\n".join(line.rstrip() for line in text.strip("\n").split("\n")) + "\n"

    def written(self, parts: Sequence[Passage]) -> str:
        """Blocks one under the other, with an empty line between."""
        found: list[str] = []
        rows: list[Passage] = []
        for part in [*parts, Passage("")]:
            if rows and _ROWS.get(part.kind) != _ROWS[rows[0].kind]:
                found.append(self._together(rows))
                rows = []
            if part.kind in _ROWS:
                rows.append(part)
            elif part.kind:
                found.append(self._blocks.get(part.kind, self._para)(part).strip("\n"))
        return "\n\n".join(text for text in found if text)

    def inked(self, text: str) -> str:
        """The text escaped, its phrases dressed."""
        if text not in self._inked:
            if len(self._inked) >= _MOST_INKED:
                self._inked.clear()
            self._inked[text] = self._written_out(text)
        return self._inked[text]

    def _written_out(self, text: str) -> str:
        stack: list[tuple[str, list[str]]] = [("", [])]
        for kind, said in [*phrases(text), *[("close", "")] * text.count(OPEN)]:
            if kind == "open":
                stack.append((said, []))
            elif kind == "text":
                stack[-1][1].append(self.format.text(said))
            elif len(stack) > 1:
                name, inside = stack.pop()
                stack[-1][1].append(self._phrase(name, "".join(inside)))
        return "".join(stack[0][1])

    def _phrase(self, name: str, words: str) -> str:
        # Blanks stay outside: `** x **` would not be bold.
        inner = words.strip()
        if name not in PHRASES or not inner:
            return words
        before, _, after = words.partition(inner)
        key = f"{OPEN}{name}{NAMED}{inner}"  # no text that is inked looks like it: a phrase of its own has an end
        if key not in self._inked:
            self._inked[key] = self.dressed(name, inner).strip("\n")
        return before + self._inked[key] + after

    def started(self, text: str) -> str:
        """The text as it may stand at the beginning of a line."""
        return self.format.start(self.inked(text))

    # -- one block ------------------------------------------------------------------------------------------

    def _title(self, part: Passage) -> str:
        return "" if self._deeper else self.dressed("title", self.started(part.field(0)))

    def _heading(self, part: Passage) -> str:
        return self.dressed("heading", self.started(part.field(0)), int(part.field(1) or 2) + self._deeper)

    def _para(self, part: Passage) -> str:
        return self.dressed("para", self.started(part.field(0)))

    def _pre(self, part: Passage) -> str:
        text = fill_orders(part.field(1).strip("\n"), part.field(0).split())
        return self.dressed("pre", [self.format.pre(line) for line in text.split("\n")])

    def _quote(self, part: Passage) -> str:
        text = unmarked(part.field(1)).strip("\n")
        return self.dressed("quote", self.inked(part.field(0)), [self.started(line) for line in text.split("\n")])

    def _picture(self, part: Passage) -> str:
        # A quoted address holds no sign that could end the tag it stands in.
        colon = ":" if part.field(1).lower().startswith(("https://", "http://")) else ""
        address = part.field(1) if self.format.name == "txt" else quote(part.field(1), safe=f"/._-~%?=&#{colon}")
        return self.dressed("picture", self.format.text(bare(part.field(0))), self.format.pre(address))

    def _fold(self, part: Passage) -> str:
        level = (2 + self._deeper,) if self._deeper else ()
        return self.dressed("fold", self.inked(part.field(0)), self.written(part.inside), *level)

    def _ready(self, part: Passage) -> str:
        return self._ready_made.get(part.field(0), "")

    def _together(self, rows: Sequence[Passage]) -> str:
        if rows[0].kind == "item":
            items = [(self.started(row.field(0)), int(row.field(1) or 1)) for row in rows]
            return self.dressed("items", items).strip("\n")
        head = [self.inked(cell) for row in rows if row.kind == "head" for cell in row.fields]
        body = [[self.inked(cell) for cell in row.fields] for row in rows if row.kind == "row"]
        return self.dressed("table", head, body).strip("\n")
