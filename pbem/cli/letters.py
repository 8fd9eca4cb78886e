"""What a mail program gives, for every command that takes it: files, mailboxes, standard input, with bounds."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence

from pbem.cli.files import STDIN, check_readable
from pbem.errors import UsageError
from pbem.values import NamedTuple

_BLOCK = 1 << 16


class Arrived(NamedTuple):
    """One letter: what to call it, its bytes, and whether it lay among others in a mailbox."""

    name: str
    data: bytes
    is_boxed: bool = False


def letters_in(paths: Sequence[str]) -> Iterator[Arrived]:
    """The letters of all files, in their order. Nothing that is too large is read."""
    for path in paths:
        yield from _from_stdin() if path == STDIN else _from_file(path)


def one_letter(path: str) -> Arrived:
    """The only letter of a file, for a command that takes one."""
    found = list(letters_in([path]))
    if len(found) != 1:
        raise UsageError(f"{path} holds {len(found)} mails: save the one that is meant in a file of its own")
    return found[0]


def _from_stdin() -> Iterator[Arrived]:
    from pbem.desk.inbox.letters.mbox import is_mbox, mails_in
    from pbem.desk.inbox.letters.page import LARGEST

    data = sys.stdin.buffer.read(LARGEST + 1)
    _check_size("standard input", len(data), LARGEST)
    if is_mbox(data[:500]):
        yield from _boxed("standard input", mails_in(data.splitlines(keepends=True)))
    else:
        yield Arrived(STDIN, data)


def _from_file(path: str) -> Iterator[Arrived]:
    from pbem.desk.inbox.letters.mbox import LARGEST_BOX, is_mbox, mails_in
    from pbem.desk.inbox.letters.page import LARGEST

    check_readable(path)
    with open(path, "rb") as file:
        start = file.read(_BLOCK)
        is_box = is_mbox(start[:500])
        _check_size(path, os.path.getsize(path) if os.path.isfile(path) else 0, LARGEST_BOX if is_box else LARGEST)
        if is_box:
            file.seek(0)
            yield from _boxed(path, mails_in(file))
            return
        data = start + file.read(LARGEST + 1 - len(start))
    _check_size(path, len(data), LARGEST)
    yield Arrived(path, data)


def _boxed(path: str, mails: Iterator[bytes]) -> Iterator[Arrived]:
    """The mails of an mbox by their numbers; one alone goes by the name of the file."""
    from pbem.desk.inbox.letters.mbox import MOST_MAILS

    first, second = next(mails, None), next(mails, None)
    if first is None:
        return
    if second is None:
        yield Arrived(path, first)
        return
    yield Arrived(f"{path}, mail 1", first, True)
    yield Arrived(f"{path}, mail 2", second, True)
    for number, data in enumerate(mails, 3):
        if number > MOST_MAILS:
            raise UsageError(f"{path} holds more than {MOST_MAILS} mails: save those that bring orders in a file")
        yield Arrived(f"{path}, mail {number}", data, True)


def _check_size(name: str, size: int, most: int) -> None:
    if size > most:
        raise UsageError(
            f"{name} is too large: it has {size:,} bytes or more, and {most:,} are read at most. "
            "Save the mail without its pictures, or its text alone"
        )


def has_orders(letter: Arrived) -> bool:
    """Whether a mail of a mailbox brings an order block; others are passed over."""
    from pbem.desk.inbox.letters.bringing import brings_orders

    return brings_orders(letter.data)
