"""A page of a forum as a browser saves it, or as somebody pasted it: its posts with author, time and words.

phpBB, XenForo, NodeBB and Discourse say in their pages whose a post is. Of any other page only the text is read: then
the moderator must vouch for its author.
"""

from __future__ import annotations

import hashlib
import html
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

from pbem.errors import UsageError
from pbem.post.forum.blocks import own_lines
from pbem.post.forum.marks import marks_in
from pbem.post.forum.thread import UNKNOWN, Posted, moment
from pbem.values.patterns import pattern

LARGEST = 8_000_000  # bytes of a page
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)
_CONTENT = frozenset(("content", "cooked", "bbwrapper"))  # classes of what its author wrote
_EDITED = pattern(r"(?i)\blast edited by\b|message-lastEdit|post-info edits|post/edit-indicator|has-edits")
_USER = pattern(r"(?i)\busername(?:-coloured)?\b")

Attributes = dict[str, str]


def posts_in(data: bytes) -> list[Posted]:
    """The posts of a page; a page of another make, or a pasted text, as one post of nobody known."""
    if len(data) > LARGEST:
        raise UsageError(f"the page has {len(data):,} bytes, more than {LARGEST:,}: save one page of the thread")
    text = data.decode("utf-8", "replace")
    reader = _Page()
    reader.feed(text)
    reader.close()
    found = [one for one in reader.found if one.text.strip()]
    if not found:
        found = [Posted(hashlib.sha256(data).hexdigest()[:12], "", "", text=text)]
    return [post._replace(is_own=_is_ours(post)) for post in found]


def _is_ours(post: Posted) -> bool:
    """Whether its author is this program, as far as a page shows it: it has the mark, and does not quote it."""
    return bool(marks_in("\n".join(own_lines(post.text))))


class _Page(HTMLParser):
    """Posts in a page. Tags are counted, not understood: what a post holds goes on as it is."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.found: list[Posted] = []
        self.depth = 0
        self.content: list[str] | None = None  # what is being read
        self.start = 0  # the depth at which it began
        self.is_name = False

    # -- tags -------------------------------------------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A post begins, its words begin, or it says something about itself."""
        values = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self.depth += 1
        head = _head(tag, values)
        if head is not None:
            self._end()
            self.found.append(head)
        elif self.content is not None:
            self.content.append(self.get_starttag_text() or "")
        elif self.found:
            self._about(tag, values)

    def _about(self, tag: str, values: Attributes) -> None:
        if not self.found[-1].text and _CONTENT.intersection(values.get("class", "").lower().split()):
            self.content, self.start = ["<div>"], self.depth
            return
        post = self.found[-1]
        if tag == "time" and not post.at:
            post = post._replace(at=moment(values.get("datetime", "")))
        if values.get("data-time", "").isdigit() and not post.at:
            post = post._replace(at=moment(int(values["data-time"])))
        if tag == "a" and (_USER.search(values.get("class", "")) or "data-user-card" in values) and not post.name:
            post = post._replace(account=post.account or _account(values), name=values.get("data-user-card", ""))
            self.is_name = not post.name
        elif tag == "a" and not post.account and _USER.search(values.get("class", "")):
            post = post._replace(account=_account(values))
        if _EDITED.search(f"{values.get('class', '')} {values.get('component', '')}"):
            post = post._replace(edited=UNKNOWN)
        self.found[-1] = post

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A tag that closes itself."""
        if self.content is not None:
            self.content.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Perhaps the end of what its author wrote."""
        if tag in _VOID:
            return
        if self.content is not None:
            if self.depth <= self.start:
                self._end()
            else:
                self.content.append(f"</{tag}>")
        self.is_name = False
        self.depth -= 1

    def _end(self) -> None:
        if self.content is not None and self.found:
            self.found[-1] = self.found[-1]._replace(text="".join([*self.content, "</div>"]))
        self.content = None

    # -- words ------------------------------------------------------------------------------------------------

    def handle_data(self, data: str) -> None:
        """Words: of a post, or a name, or the note that it was edited."""
        if self.content is not None:
            self.content.append(data)
        elif self.found and self.is_name:
            self.found[-1] = self.found[-1]._replace(name=(self.found[-1].name + data).lstrip())
        elif self.found and self.found[-1].text and _EDITED.search(data):
            self.found[-1] = self.found[-1]._replace(edited=UNKNOWN)

    def handle_entityref(self, name: str) -> None:
        """A sign by its name."""
        self.handle_data(f"&{name};" if self.content is not None else html.unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        """A sign by its number."""
        self.handle_data(f"&#{name};" if self.content is not None else html.unescape(f"&#{name};"))

    def close(self) -> None:
        """The page ends, and with it its last post."""
        super().close()
        self._end()


def _head(tag: str, values: Attributes) -> Posted | None:
    """The post that begins here, with what its tag says of it; nothing for any other tag."""
    words = values.get("class", "").lower().split()
    if values.get("component") == "post" and values.get("data-pid"):
        at = moment(int(values["data-timestamp"])) if values.get("data-timestamp", "").isdigit() else ""
        return Posted(values["data-pid"], values.get("data-uid", ""), values.get("data-username", ""), at)
    if tag == "article" and values.get("data-post-id"):
        return Posted(values["data-post-id"], values.get("data-user-id", ""), "")
    if tag == "article" and values.get("data-content", "").startswith("post-"):
        return Posted(values["data-content"][5:], "", values.get("data-author", ""))
    if tag == "div" and "post" in words and values.get("id", "")[:1] == "p" and values["id"][1:].isdigit():
        return Posted(values["id"][1:], "", "")
    return None


def _account(values: Attributes) -> str:
    """The number of an account in a link to it."""
    if values.get("data-user-id"):
        return values["data-user-id"]
    return parse_qs(urlsplit(html.unescape(values.get("href", ""))).query).get("u", [""])[0]
