"""Atom feeds. An entry is named after the hash of its record entry, so that no reader shows it twice."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from pbem.values import NamedTuple

_NEWEST = 40  # entries of a feed
NEVER = "1970-01-01T00:00:00Z"


class FeedEntry(NamedTuple):
    """Something that happened."""

    hash: str
    title: str
    at: str
    text: str
    link: str  # from the root of the site


def feed(title: str, id: str, entries: Sequence[FeedEntry], base: str, root: str = "../") -> str:
    """The feed; `base` is the address of its folder, empty where links must be relative."""
    newest = list(entries[::-1])  # of one moment the later entry comes first: hashes would tell of what is hidden
    newest.sort(key=lambda one: one.at, reverse=True)
    del newest[_NEWEST:]
    updated = newest[0].at if newest else NEVER
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_safe(title)}</title>",
        f"<id>urn:pbem:feed:{_safe(id)}</id>",
        f"<updated>{_safe(updated)}</updated>",
        "<author><name>pbem</name></author>",
        *([f'<link rel="self" href={quoteattr(base + "feed.atom")}/>'] if base else []),
    ]
    for one in newest:
        lines += [
            "<entry>",
            f"<title>{_safe(one.title)}</title>",
            f"<id>urn:pbem:{one.hash}</id>",
            f"<updated>{_safe(one.at)}</updated>",
            f"<link href={quoteattr(_link(one.link, base, root))}/>",
            f"<summary>{_safe(one.text)}</summary>",
            "</entry>",
        ]
    return "\n".join([*lines, "</feed>"]) + "\n"


def _link(link: str, base: str, root: str) -> str:
    """Absolute where the site's address is known."""
    if not base:
        return root + link
    return (base.rstrip("/").rpartition("/")[0] + "/" if root else base) + link


def _safe(text: str) -> str:
    """Words for XML: no sign that it does not allow."""
    return escape("".join(sign for sign in text if sign in "\n\t" or sign.isprintable()))
