"""A letter that was opened: its pages as lines, and how large, deep and many the parts of one may be."""

from __future__ import annotations

from pbem.errors import Unreadable
from pbem.kernel.text.blocks import Row
from pbem.values import NamedTuple

LARGEST = 5_000_000  # bytes of a mail with all its attachments
LARGEST_TEXT = 1_000_000  # letters of one part; no order file of any game comes near
MOST_PARTS = 100
DEEPEST = 12  # parts within parts
ZIPPED = (b"PK\3\4", b"PK\5\6")  # the first bytes of a zip file
ASK_TEXT = "send the orders as plain text, in the mail itself or as a .txt file"


class Page(NamedTuple):
    """A text of a letter. Behind a forwarded mail `turn` is 1, behind one forwarded in it 2: its text is another's."""

    rows: tuple[Row, ...]
    name: str = ""  # of the attachment; empty for the mail itself
    turn: int = 0
    sender: str = ""


class Letter(NamedTuple):
    """Everything readable in a file. `unread` names the attachments that no program can read as text."""

    pages: tuple[Page, ...]
    is_mail: bool
    unread: tuple[str, ...] = ()


def is_packed(data: bytes) -> bool:
    """Whether these bytes are a zip file, whatever its name."""
    return data[:4] in ZIPPED


def too_large(size: int, most: int = LARGEST) -> Unreadable:
    """The refusal of a file that nobody wrote by hand."""
    return Unreadable(
        "the file is too large for orders",
        found=f"{size:,} bytes",
        wanted=f"at most {most:,} bytes",
        advice="send only the order block, without pictures",
    )


def shown_name(name: str) -> str:
    """The name of an attachment, safe to print."""
    return "".join(c if c.isprintable() else "?" for c in name.strip())[:80]
