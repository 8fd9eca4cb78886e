"""A turn file: the entries of a record that the other player does not have yet, as text for a mail.

People read the first lines; the program reads what stands between the two marks: canonical JSON, packed, as letters
in groups. Each group carries four check digits, so that a damaged place is found and named. Line breaks, blanks, quote
marks and markup mean nothing, so mail programs and forums may wrap and quote the text as they like.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.desk.inbox.letters.versions import texts_in
from pbem.errors import Unreadable
from pbem.kernel.facts import canonical
from pbem.store.entry import Draft
from pbem.values import NamedTuple
from pbem.values.patterns import pattern

FORMAT = "pbem-turn/1"
BEGIN, END = "--- pbem turn begins ---", "--- pbem turn ends ---"
LARGEST = 4_000_000  # bytes of a mail
LARGEST_UNPACKED = 8_000_000  # bytes; a campaign of a year has a tenth of it
_DEEPEST = 60  # lists within lists; a record has a fifth of it
_MOST_ENTRIES = 10**9  # of a record
_GROUP, _CHECK = 48, 4
# One dash of each row is enough: to look for all of them would take for ever in a text of nothing but dashes.
_MARKS = pattern(r"-\s*pbem\s+turn\s+(begins|ends)\s*-", re.IGNORECASE)
_LETTERS = pattern(r"[^A-Za-z0-9+/]+")


class Turn(NamedTuple):
    """What travels: which campaign, sender and receiver, after which entry, the entries, and their files."""

    campaign: str
    sender: str
    to: str
    base: tuple[int, str]  # number and hash of the entry that they continue
    ladder: tuple[tuple[int, str], ...]  # earlier entries and their hashes, to find where two records part
    drafts: tuple[Draft, ...]
    head: str  # the hash of the last entry
    files: tuple[bytes, ...] = ()


# -- writing --------------------------------------------------------------------------------------------------


def write_turn(turn: Turn, heading: Sequence[str]) -> str:
    """The mail: lines for people, then the block."""
    values = {
        "format": FORMAT,
        "campaign": turn.campaign,
        "from": turn.sender,
        "to": turn.to,
        "base": list(turn.base),
        "ladder": [list(step) for step in turn.ladder],
        "entries": [[draft.kind, dict(draft.body)] for draft in turn.drafts],
        "head": turn.head,
        "files": [base64.b64encode(data).decode() for data in turn.files],
    }
    packed = zlib.compress(canonical(values).encode(), 9)
    letters = base64.b64encode(packed).decode().rstrip("=")
    groups = [letters[start : start + _GROUP] for start in range(0, len(letters), _GROUP)]
    lines = [f"{group} {_check(number, group)}" for number, group in enumerate(groups)]
    return "\n".join([*heading, "", BEGIN, *lines, END, ""])


def _check(number: int, group: str) -> str:
    """Four digits over a group and its place, so that groups cannot change places unseen."""
    return hashlib.sha256(f"{FORMAT} {number} {group}".encode()).hexdigest()[:_CHECK]


# -- reading --------------------------------------------------------------------------------------------------


def read_turn(data: bytes) -> Turn:
    """The turn in a mail; a text that has none, two, or a damaged one is refused."""
    from pbem.dice.cleaning import bare, post_text

    if len(data) > LARGEST:
        found, wanted = f"more than {LARGEST:,} bytes", f"at most {LARGEST:,} bytes"
        raise _unreadable("the file is too large for a turn file", found, wanted)
    texts = texts_in(data, lambda text: _MARKS.search(bare(text)) is not None)
    turns = sorted({_packed_letters(bare(text)) for text in texts or ()})
    if texts is not None and len(turns) != 1:
        wanted = f"one text with `{BEGIN}` and `{END}`"
        why = "the mail holds several turns that differ" if turns else "this mail has no turn file in it"
        raise _unreadable(why, f"{len(turns)} turns", wanted)
    letters = turns[0] if turns else _packed_letters(bare(post_text(data)))
    values = _values(_unpacked(letters))
    try:
        return _turn_from(values)
    except (KeyError, TypeError, ValueError, binascii.Error):
        found = "a block whose parts are not those of a turn"
        raise _unreadable("the turn cannot be understood", found, f"a block of the format {FORMAT}") from None


def _packed_letters(text: str) -> str:
    marks = list(_MARKS.finditer(text))
    kinds = [mark[1].lower() for mark in marks]
    if not marks:
        raise _unreadable("this is not a turn file", "no mark", f"the lines from `{BEGIN}` to `{END}`")
    if kinds != ["begins", "ends"]:
        found = f"the marks {', '.join(kinds[:6])}"
        raise _unreadable("the turn is cut off, or there are two", found, f"one `{BEGIN}` and one `{END}`")
    return _checked(_LETTERS.sub("", text[marks[0].end() : marks[1].start()]))


def _checked(stream: str) -> str:
    """The letters without their check digits."""
    size = _GROUP + _CHECK
    groups = []
    for number, start in enumerate(range(0, len(stream), size)):
        piece = stream[start : start + size]
        group, check = piece[:-_CHECK], piece[-_CHECK:]
        if _check(number, group) != check:
            found = f"group {number + 1} of {-(-len(stream) // size)}, which begins {group[:12]!r}"
            raise _unreadable("the turn was damaged on its way", found, "the letters as they were written")
        groups.append(group)
    return "".join(groups)


def _unpacked(letters: str) -> bytes:
    try:
        packed = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(packed, LARGEST_UNPACKED)
    except (binascii.Error, zlib.error):
        raise _unreadable(
            "the turn cannot be unpacked", "letters that are no packed text", "a turn as written"
        ) from None
    if not unpacker.eof or unpacker.unused_data:
        found = "more than it may hold" if unpacker.unconsumed_tail else "a packed text that is cut off or goes on"
        raise _unreadable("the turn cannot be unpacked", found, f"at most {LARGEST_UNPACKED:,} bytes")
    return data


def _values(data: bytes) -> Mapping[str, Any]:
    try:
        values = json.loads(data)
        # Written in the one form: so there are no surrogates, floats or doubled names that others read otherwise.
        is_canonical = not _is_deep(values) and canonical(values).encode() == data
    except (ValueError, RecursionError):
        is_canonical = False
    if not is_canonical:
        raise _unreadable("the turn cannot be understood", "no canonical JSON", f"a block of the format {FORMAT}")
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        found = str(values.get("format"))[:40] if isinstance(values, dict) else "no format"
        raise _unreadable("the turn has another format", found, FORMAT)
    return values


def _is_deep(values: Any) -> bool:
    """Whether lists lie in lists so deep that a later reader would give up on the way down."""
    level = [values]
    for _ in range(_DEEPEST):
        level = [inner for value in level for inner in _inside(value)]
    return bool(level)


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _turn_from(values: Mapping[str, Any]) -> Turn:
    texts = [values[key] for key in ("campaign", "from", "to", "head")]
    base, *ladder = [(seq, digest) for seq, digest in (values["base"], *values["ladder"])]
    entries = [(kind, body) for kind, body in values["entries"]]
    _must_be(str, *texts, *(digest for _, digest in (base, *ladder)), *(kind for kind, _ in entries), *values["files"])
    _must_be(int, *(seq for seq, _ in (base, *ladder)))
    _must_be(dict, *(body for _, body in entries))
    if not 0 <= base[0] < _MOST_ENTRIES or not all(1 <= seq < _MOST_ENTRIES for seq, _ in ladder):
        raise ValueError
    drafts = tuple(Draft(kind, body) for kind, body in entries)
    files = tuple(base64.b64decode(text, validate=True) for text in values["files"])
    return Turn(texts[0], texts[1], texts[2], base, tuple(ladder), drafts, texts[3], files)


def _must_be(kind: type, *values: Any) -> None:
    """Exactly of this kind: true and false are no numbers."""
    if any(type(value) is not kind for value in values):
        raise TypeError


def _unreadable(why: str, found: str, wanted: str) -> Unreadable:
    advice = "ask for the file again; an attachment travels better than pasted text"
    return Unreadable(why, found=found, wanted=wanted, advice=advice)
