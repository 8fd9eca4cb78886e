"""An mbox: many mails in one file, read one after the other, so that a whole year of them takes no memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.desk.inbox.letters.page import LARGEST
from pbem.values.patterns import pattern

LARGEST_BOX = 200_000_000  # bytes
MOST_MAILS = 1000
_FROM = pattern(rb"From \S+.*\d{2}:\d{2}|From \S+ .*\d{4}\s*$")
_GUARDED = pattern(rb"^>+From ")


def is_mbox(start: bytes) -> bool:
    """Whether a file begins as an mbox does."""
    return _is_start(start.partition(b"\n")[0])


def mails_in(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The mails of an mbox. Of one that is too large only its beginning is kept, which whoever reads it refuses."""
    mail: list[bytes] = []
    size, is_first, is_blank = 0, True, True
    for line in lines:
        if is_blank and _is_start(line):
            if not is_first:
                yield b"".join(mail)
            mail, size, is_first = [], 0, False
        elif size <= LARGEST:
            mail.append(line[1:] if _GUARDED.match(line) else line)
            size += len(line)
        is_blank = not line.strip()
    if mail:
        yield b"".join(mail)


def _is_start(line: bytes) -> bool:
    return line.startswith(b"From ") and _FROM.match(line) is not None
