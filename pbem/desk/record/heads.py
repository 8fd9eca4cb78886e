"""Which end of the record somebody has seen: the number and the hash of an entry, on a line of a header.

Every order block names it, and a file that comes back with it says what its sender was shown. Laid side by side,
players' mails and the record tell whether everybody has been shown the same history: nobody needs a server for that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pbem.store.entry import Entry, Head
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

KEY = "record"  # of the header
DIGITS = 40  # of a hash: short enough for a line, too long for anybody to make two records that share them
PUBLIC = ("opened", "asked", "played", "undone", "amended")  # entries that everybody is told of
_HEAD_TEXT = rf"([0-9]{{1,7}})\s+([0-9a-f]{{{DIGITS},64}})"
_HEAD = pattern(_HEAD_TEXT, re.I)
_LINE = pattern(rf"\b{KEY}\s*[:=]\s*(?:entry\s+)?{_HEAD_TEXT}", re.I)


class Seen(NamedTuple):
    """What a file says of the record that its sender has seen, and the entry that brought it."""

    by: int
    seq: int
    digits: str


def head_words(seq: int, digits: str) -> str:
    """An end of the record as a header has it: 41 9f3a..."""
    return f"{seq} {digits[:DIGITS]}"


def head_in(text: str) -> Head | None:
    """The end that a header names; nothing if it cannot be read."""
    found = _HEAD.fullmatch(text.strip())
    return Head(int(found[1]), found[2].lower()) if found else None


def heads_in(text: str) -> list[Head]:
    """All ends of a record that a mail or a post names, each once."""
    found = (Head(int(number), digits.lower()) for number, digits in _LINE.findall(text))
    return list(dict.fromkeys(Head(head.seq, head.hash[:DIGITS]) for head in found))


class Kept(NamedTuple):
    """What a reader has kept from before: a hash as a word, or a mail with the ends of the record that it names."""

    name: str
    heads: tuple[Head, ...]


def not_on(entries: Iterable[Entry], known: str | Sequence[Kept]) -> list[str]:
    """What somebody has kept and this record does not have, in words."""
    hashes = {entry.seq: entry.hash for entry in entries}
    kept = [Kept("", (Head(0, known),))] if isinstance(known, str) and known else known or ()
    words: list[str] = []
    for one in kept if not isinstance(kept, str) else ():
        for head in one.heads:
            if not head.seq and head.hash not in hashes.values():
                words.append(f"the record has no entry with the hash {head.hash}")
            elif head.seq and not is_same(head.hash, hashes.get(head.seq, "")):
                here = f"here {hashes[head.seq][:8]}..." if head.seq in hashes else "not here"
                words.append(
                    f"{one.name} was written for another record: entry {head.seq} is {head.hash[:8]}... there, {here}"
                )
    return words


def conflicts(kept: Sequence[Kept]) -> list[str]:
    """Where mails that are laid side by side name one entry in two ways: two histories were shown."""
    first: dict[int, tuple[str, str]] = {}
    words: list[str] = []
    for one in kept:
        for head in one.heads:
            name, digits = first.setdefault(head.seq, (one.name, head.hash))
            if digits != head.hash:
                both = f"{digits[:8]}... in {name}, {head.hash[:8]}... in {one.name}"
                words.append(f"two histories were shown: entry {head.seq} of the record is {both}")
    return words


def is_same(digits: str, known: str) -> bool:
    """Whether digits of a hash are those of this one."""
    return bool(known) and known.startswith(digits)


def parted(seen: Iterable[tuple[str, Seen]], hashes: Mapping[int, str]) -> list[str]:
    """Who has seen another history than that with these hashes, and where it parts from it; in words."""
    words: list[str] = []
    agreed: dict[str, int] = {}
    for who, one in sorted(seen, key=lambda pair: pair[1].by):
        if is_same(one.digits, hashes.get(one.seq, "")):
            agreed[who] = max(agreed.get(who, 0), one.seq)
            continue
        after = f"after entry {agreed[who]}" if agreed.get(who) else "from the start"
        here = f"here it begins with {hashes[one.seq][:8]}" if one.seq in hashes else "this record has no such entry"
        words.append(
            f"{who} (file of entry {one.by}) saw another record: the hash of entry {one.seq} there begins with "
            f"{one.digits[:8]}, {here}. The two part {after}, at entry {one.seq} at the latest"
        )
    return words
