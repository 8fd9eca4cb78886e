"""HTML to the lines that a reader sees: tables, breaks, hidden and struck-out words, containers of older mails."""

from __future__ import annotations

import html
import re

from pbem.kernel.text.blocks import split_lines
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

_TAG = pattern(r"<(/?)([a-zA-Z][^\s/>]*+)((?:[^>\"']++|\"[^\"]*+\"|'[^']*+')*+)>")  # it never tries twice
_ATTRIBUTE = pattern(r"\b(class|id|style|hidden|name)\b(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+)))?", re.I)
_LONGEST_TAG = 6000
_MOST_BROKEN = 1000
_DEEPEST = 2000  # open tags; what lies deeper is read, but not looked into
_LOOK_BACK = 200  # open tags among which an end tag looks for its beginning
_VOID = pattern(r"br|hr|img|input|meta|link|wbr|area|base|col|embed|source|track|param|o:p")
_LINES = pattern(
    r"address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|"
    r"html|li|main|nav|ol|option|p|pre|section|summary|table|tbody|tfoot|thead|title|tr|ul"
)
_UNSEEN = pattern(r"head|style|script|template|noscript|svg|s|strike|del|textarea|select")
_HIDDEN = pattern(r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden|line-through", re.I)
_WRAPPERS = pattern(
    r"\b(gmail_quote(?:_container)?|gmail_extra|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra|"
    r"moz-forward-container|isforwardcontent|mail-editor-reference-message-container|ms-outlook-mobile-reference-message|"
    r"bbcode_quote|quotemain|quotebody|quote-content|name-quote)\b",
    re.I,
)
_FROM_HERE = pattern(
    r"\b(divrplyfwdmsg|appendonsend|x_divrplyfwdmsg|stopspelling|outlookmessageheader|replysplit|"
    r"moz-email-headers-table)\b",
    re.I,
)
_HEADER_RULE = pattern(r"border-top\s*:\s*solid\s+#(?:E1E1E1|B5C4DF)", re.I)  # Outlook's line above an old mail


class _Open(NamedTuple):
    """A tag that is open, and what it does to the words in it."""

    name: str
    level: int = 0  # that it adds
    is_unseen: bool = False
    is_pre: bool = False
    is_wrapper: bool = False  # the first quotation in it is the one that it announces


class _Cells:
    """A row of a table: cells of one line each are one line together, others stand below each other."""

    def __init__(self) -> None:
        self.cells: list[list[tuple[int, str]]] = []

    def lines(self) -> list[tuple[int, str]]:
        seen = [cell for cell in ([line for line in cell if line[1].strip()] for cell in self.cells) if cell]
        if len(seen) > 1 and all(len(cell) == 1 for cell in seen):
            return [(seen[0][0][0], " ".join(cell[0][1].strip() for cell in seen))]
        return [line for cell in self.cells for line in cell]


class _Reader:
    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.rows: list[_Cells] = []
        self.words: list[str] = []
        self.open: list[_Open] = []
        self.level = self.below = self.unseen = self.pre = 0

    # -- words ----------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        if self.unseen:
            return
        text = html.unescape(text)
        if not self.pre:
            text = re.sub(r"[ \t\r\n\f\v]+", " ", text)
            self.words.append(text.lstrip(" ") if not self.words else text)
            return
        first, *others = split_lines(text)
        self.words.append(first)
        for line in others:
            self.end_line()
            self.words.append(line)

    def end_line(self) -> None:
        """End the line, also an empty one."""
        (self.rows[-1].cells[-1] if self._is_in_cell() else self.lines).append(
            (self.level + self.below, "".join(self.words).rstrip(" "))
        )
        self.words = []

    def break_line(self) -> None:
        """End the line if there is one."""
        if "".join(self.words).strip(" "):
            self.end_line()
        self.words = []

    def _is_in_cell(self) -> bool:
        return bool(self.rows) and bool(self.rows[-1].cells)

    # -- tags -----------------------------------------------------------------------------------------------------

    def start(self, name: str, attributes: str) -> None:
        if _LINES.fullmatch(name):
            self.break_line()
        if name == "br" and not self.unseen:
            self.end_line()
        about = {m[1].lower(): m[2] or m[3] or m[4] or "" for m in _ATTRIBUTE.finditer(attributes)}
        self._mark_history(about)
        if name == "tr" and len(self.rows) < _DEEPEST:
            self.rows.append(_Cells())
        if name in ("td", "th") and self.rows:
            self.break_line()
            self.rows[-1].cells.append([])
        if not _VOID.fullmatch(name) and len(self.open) < _DEEPEST:
            self._push(self._effect(name, about))

    def _mark_history(self, about: dict[str, str]) -> None:
        """Below some marks everything is an older mail."""
        names = f"{about.get('id', '')} {about.get('class', '')}"
        if _FROM_HERE.search(names) or _HEADER_RULE.search(about.get("style", "")):
            self.break_line()
            self.below += 1

    def _effect(self, name: str, about: dict[str, str]) -> _Open:
        is_unseen = bool(_UNSEEN.fullmatch(name)) or "hidden" in about or bool(_HIDDEN.search(about.get("style", "")))
        if name == "blockquote":
            is_announced = any(tag.is_wrapper for tag in self.open[-3:])
            if is_announced:
                self.open = [tag._replace(is_wrapper=False) for tag in self.open]
            return _Open(name, 0 if is_announced else 1, is_unseen)
        if _WRAPPERS.search(f"{about.get('id', '')} {about.get('class', '')} name-{about.get('name', '')}"):
            return _Open(name, 1, is_unseen, is_wrapper=True)
        return _Open(name, 0, is_unseen, name == "pre")

    def _push(self, tag: _Open, sign: int = 1) -> None:
        if tag.level:
            self.break_line()
        self.level += sign * tag.level
        self.unseen += sign * tag.is_unseen
        self.pre += sign * tag.is_pre
        if sign > 0:
            self.open.append(tag)

    def end(self, name: str) -> None:
        if _LINES.fullmatch(name):
            self.break_line()
        if name == "tr" and self.rows:
            self.end_row()
        for back in range(1, min(len(self.open), _LOOK_BACK) + 1):
            if self.open[-back].name == name:
                for _ in range(back):
                    self._push(self.open.pop(), -1)
                return

    def end_row(self) -> None:
        self.break_line()
        row = self.rows.pop()
        (self.rows[-1].cells[-1] if self._is_in_cell() else self.lines).extend(row.lines())


def html_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a page, each with how deep it lies in older mails. Linear in the length of the text."""
    reader, at, broken = _Reader(), 0, 0
    while at < len(text):
        tag = text.find("<", at)
        if tag < 0:
            break
        reader.say(text[at:tag])
        if text.startswith("<!--", tag):
            end = text.find("-->", tag)
            at = end + 3 if end >= 0 else len(text)
            continue
        # A page of a thousand broken tags is no page of a mail program: they are not looked for in vain for ever.
        found = _TAG.match(text, tag, tag + (_LONGEST_TAG if broken < _MOST_BROKEN else 100))
        if found:
            name = found[2].lower()
            reader.end(name) if found[1] else reader.start(name, found[3])
        elif text.startswith("<img", tag) and (end := text.find(">", tag)) >= 0:
            at = end + 1  # a picture that lies in the page itself
            continue
        elif text.startswith(("<!", "<?"), tag):
            found = re.compile(r"<[!?][^>]*>").match(text, tag, tag + _LONGEST_TAG)
        if not found:
            broken += 1
            reader.say("<")
        at = found.end() if found else tag + 1
    reader.say(text[at:])
    reader.break_line()
    while reader.rows:
        reader.end_row()
    return reader.lines
