"""Reading proof blocks out of a post: each record is checked, rejoined if a line break split a word, and parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product

from pbem.dice.cleaning import bare, composed, has_monster
from pbem.dice.proof import START, ProvenRoll, check_word
from pbem.values import dataclass, field
from pbem.values.patterns import pattern

MOST_BLOCKS, MOST_RECORDS, LONGEST_RECORD = 2_000, 20_000, 40_000
_MOST_TRIES = 256  # ways to rejoin one record
_LONGEST_MENDED = 2_000  # characters
_MOST_MENDED = 200  # records of one text that it tries to rejoin

_START = pattern(re.escape(START) + r"(?=[ \n])")
_CHECK = pattern(r"!\n?((?:[0-9a-fA-F]\n?){8})")
_STRAY = pattern(r"![0-9a-fA-F]{8}(?![0-9A-Za-z])")
_GLUE = pattern(r"%%[ \n]?")
_CODE = pattern(r"%([0-9A-Fa-f]{2})")
_CONTROL = pattern("[\x00-\x1f\x7f-\x9f]")
_NUMBER = r"(0|[1-9][0-9]{0,5})"
_ROUND, _TIME = r"([1-9][0-9]{0,10})", r"([0-9]{8}T[0-9]{6}Z)"
_HEX = r"([0-9a-fA-F ]{2,330})"
_SHAPES: Mapping[str, tuple[str, ...]] = {
    START: (r"(.{1,900})", r"(.{1,200})"),
    "anchor": (r"(.{1,900})", _HEX),
    "commit": (_NUMBER, r"(.{1,900})", _HEX),
    **dict.fromkeys(("seal", "inputs", "salt"), (_NUMBER, _HEX)),
    "secret": (_NUMBER, r"(.{1,900})", _HEX),
    "named": (_NUMBER, r"(.{1,30})", _ROUND, _TIME),
    "beacon": (_NUMBER, r"(.{1,30})", _ROUND, _TIME, r"(-|[0-9a-fA-F ]{2,330})", _HEX, _HEX),
    "absent": (_NUMBER, r"(.{1,900})"),
    "state": (_NUMBER, _HEX),
    "roll": (_NUMBER, "epoch " + _NUMBER, r"(.{1,9000})", r"(.{1,40000})", r"(.{1,40000})"),
    "end": (_NUMBER,),
}
_HASHES = ("anchor", "commit", "seal", "inputs", "salt", "state")
# How many fields at the end of a record are hex digits, and how many digits they have where that is fixed.
_IN_HEX = {"secret": (1, 0), "beacon": (3, 0), **dict.fromkeys(_HASHES, (1, 64))}


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a post: a short code for programs, and words for people."""

    code: str
    what: str


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a block: its kind, its values, and its text in normal form."""

    kind: str
    values: tuple[str, ...]
    text: str

    @property
    def bytes(self) -> bytes:
        """The hash or secret that the record ends with."""
        return bytes.fromhex(self.values[-1])

    @property
    def roll(self) -> ProvenRoll:
        """The record as a roll."""
        number, epoch, label, what, result = self.values
        return ProvenRoll(int(number), int(epoch), label, what, result)


@dataclass(slots=True)
class ProofBlock:
    """A proof block as it was found."""

    game: str = ""
    mode: str = ""
    records: list[Record] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_proof(text: str) -> tuple[list[ProofBlock], list[Fault]]:
    """All proof blocks of a post, and what is wrong outside of them."""
    words = bare(text)
    starts = [match.start() for match in islice(_START.finditer(words), MOST_BLOCKS + 1)]
    if len(starts) > MOST_BLOCKS:
        return [], [Fault("large", f"the text has more than {MOST_BLOCKS} proof blocks")]
    outside = words[: starts[0]] if starts else words
    blocks, mends, room = [], [_MOST_MENDED], MOST_RECORDS
    for begin, end in zip(starts, [*starts[1:], len(words)], strict=False):
        block, rest = _read_block(words[begin:end], mends, room)
        room -= len(block.records)
        outside += rest
        blocks.append(block)
    stray = _STRAY.search(outside)
    lost = "there is a check word outside of any proof block: the beginning of a block is damaged"
    return blocks, [Fault("damaged", lost)] if stray else []


def _read_block(segment: str, mends: list[int], room: int) -> tuple[ProofBlock, str]:
    """The block at the beginning of a text, and what is left after it."""
    block, before, at, count = ProofBlock(), "", 0, 0
    for match in islice(_CHECK.finditer(segment), room):
        count += 1
        check = match[1].replace("\n", "").lower()
        text = _whole(segment[at : match.start()], before, check, mends)
        before, at = check, match.end()
        record = _parsed(text) if text else None
        if record is None:
            code, why = ("malformed", "is not written as a proof is") if text else ("damaged", "was changed on the way")
            block.faults.append(Fault(code, f"record {count} of the block {why}: {_shown(segment, match.start())}"))
            continue
        block.records.append(record)
        if record.kind == "end":
            _close(block, count, int(record.values[0]))
            return block, segment[at:]
    _close(block, count, -1)
    return block, ""


def _close(block: ProofBlock, count: int, said: int) -> None:
    head = block.records[0] if block.records else None
    if said < 0:
        block.faults.append(Fault("cut", f"the block is cut off after {count} records: its last line `end` is missing"))
    elif said != count:
        block.faults.append(Fault("cut", f"the block says it has {said} records; {count} are there"))
    if head and head.kind == START:
        block.game, block.mode = head.values
        block.records.pop(0)
    if any(record.kind == START for record in block.records) or not block.game:
        block.faults.append(Fault("malformed", "the first line of the block, which names the game, cannot be read"))


def _whole(piece: str, before: str, check: str, mends: list[int]) -> str:
    """The record in normal form if its check word fits; words split by line breaks are rejoined."""
    text = _GLUE.sub("", piece.strip(" \n"))
    if len(text) > LONGEST_RECORD:
        return ""
    plain = text.replace("\n", " ")
    if check_word(before, plain) == check:
        return plain
    if "\n" not in text or len(text) > _LONGEST_MENDED or mends[0] <= 0:
        return ""
    mends[0] -= 1
    return next((mended for mended in _mended(text) if check_word(before, mended) == check), "")


def _mended(text: str) -> Iterator[str]:
    # The first break changes first: that is where names stand; digits after them have lines of their own.
    parts = text.split("\n")
    for blanks in islice(product((" ", ""), repeat=min(len(parts) - 1, 20)), _MOST_TRIES):
        joints = [*reversed(blanks), *[" "] * (len(parts) - 1 - len(blanks)), ""]
        yield "".join(part + joint for part, joint in zip(parts, joints, strict=True))


def _parsed(text: str) -> Record | None:
    kind, _, rest = text.partition(" ")
    shapes = _SHAPES.get(kind)
    fields = rest.split(" ; ")
    if not shapes or len(fields) != len(shapes):
        return None
    values = []
    for shape, found in zip(shapes, fields, strict=True):
        match = re.fullmatch(shape, found)
        value = unescaped(match[1]) if match else None
        if value is None:
            return None
        values.append(value)
    count, digits = _IN_HEX.get(kind, (0, 0))
    for at in range(len(values) - count, len(values)):
        values[at] = values[at].replace(" ", "").lower()
        if values[at] != "-" and (len(values[at]) % 2 or len(values[at]) != (digits or len(values[at]))):
            return None
    return Record(kind, tuple(values), text)


def unescaped(text: str) -> str | None:
    """The text behind its codes; nothing if a code is broken or stands for a control character."""
    if "%" in _CODE.sub("", text):
        return None
    data = _CODE.sub(lambda code: chr(int(code[1], 16)), "".join(_latin(c) for c in text))
    try:
        found = data.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return None
    return None if _CONTROL.search(found) or has_monster(found) else composed(found)


def _latin(c: str) -> str:
    """The bytes of a letter, each as one character."""
    return c if c < "\x80" else c.encode("utf-8", "replace").decode("latin-1")


def _shown(segment: str, end: int) -> str:
    words = " ".join(segment[max(0, end - 60) : end].split())
    return "`..." + "".join(c if c.isprintable() else "?" for c in words) + "`"
