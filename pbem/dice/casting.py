"""What can be cast: dice, draws without replacement, shuffles; and the result as text, the same for everyone."""

from __future__ import annotations

import re
import unicodedata

from pbem.dice.derive import LARGEST_DIE, faces
from pbem.errors import UsageError
from pbem.values import dataclass
from pbem.values.patterns import pattern

MOST_DICE = 1000  # under one label
MOST_ITEMS = 256
LONGEST_ITEM = 60
_DICE = pattern(r"([1-9][0-9]{0,3})d([1-9][0-9]{0,2})([+-][1-9][0-9]{0,3})?")
_DRAW = pattern(r"draw ([1-9][0-9]{0,2}) from (.+)")
_ASKED = pattern(r"([0-9]{0,9})d([0-9]{1,9}|%)([+-][0-9]{1,9})?", re.IGNORECASE)
_ADDED = pattern(r"\s*([+-])\s*(?=[0-9]+(?![0-9d]))", re.IGNORECASE)  # 2d6 + 1, but not 2d6 + 1d10
_PARTED = pattern(r"[ ,]*\+ *(?=[0-9]*d)|[ ,]+", re.IGNORECASE)
MOST_ADDED = 9999
_HOW = "write dice such as 2d6, 2d6+1 or 1d10 3d6, `draw 2 from A,B,C` or `shuffle A,B,C`"


@dataclass(frozen=True, slots=True)
class Spec:
    """What is cast: `number` dice with so many sides, or `number` of the items, drawn one after the other.

    What is added to the sum has no say in the faces: 2d6 and 2d6+1 for the same purpose fall alike.
    """

    kind: str  # dice, draw or shuffle
    number: int
    sides: int = 0
    items: tuple[str, ...] = ()
    added: int = 0  # to the sum of the dice

    def __str__(self) -> str:
        if self.kind == "dice":
            return f"{self.number}d{self.sides}" + (f"{self.added:+d}" if self.added else "")
        listed = ", ".join(self.items)
        return f"shuffle {listed}" if self.kind == "shuffle" else f"draw {self.number} from {listed}"


def cast(seed: bytes, label: str, spec: Spec) -> str:
    """The result as the record keeps it: `3 4` for dice, `C, A` for items."""
    if spec.kind == "dice":
        return " ".join(str(face) for face in faces(seed, label, spec.number, spec.sides))
    left, taken = list(spec.items), []
    for turn in range(1, spec.number + 1):
        # Each draw is a die with as many sides as there are items left; the list itself is part of its name.
        face = faces(seed, f"{label}\n{spec}\n{turn}", 1, len(left))[0]
        taken.append(left.pop(face - 1))
    return ", ".join(taken)


def exact_spec(text: str) -> Spec | None:
    """The spec of a record, which is written in one way only; nothing if it is not written so."""
    dice = _DICE.fullmatch(text)
    if dice:
        number, sides = int(dice[1]), int(dice[2])
        added = int(dice[3] or 0)
        return Spec("dice", number, sides, added=added) if number <= MOST_DICE and sides <= LARGEST_DIE else None
    draw = _DRAW.fullmatch(text)
    shuffled = text.removeprefix("shuffle ") if text.startswith("shuffle ") else ""
    items = tuple((draw[2] if draw else shuffled).split(", "))
    number = int(draw[1]) if draw else len(items)
    is_listed = 1 <= len(items) <= MOST_ITEMS and number <= len(items) and list(items) == sorted(items)
    spec = Spec("draw" if draw else "shuffle", number, 0, items)
    return spec if is_listed and str(spec) == text and all(item and "," not in item for item in items) else None


def asked_specs(words: str) -> list[Spec]:
    """What a person asks for, loosely written: several casts at once are parted by blanks or semicolons."""
    found: list[Spec] = []
    for part in words.split(";"):
        text = " ".join(part.split())
        first = text.partition(" ")[0].lower()
        if first in ("draw", "shuffle"):
            found.append(_asked_items(text))
        else:
            found += [_asked_dice(word) for word in _PARTED.split(_ADDED.sub(r"\1", text)) if word]
    if not found:
        raise UsageError(f"nothing is to be cast: {_HOW}")
    return found


def _asked_dice(word: str) -> Spec:
    match = _ASKED.fullmatch(word)
    if not match:
        raise UsageError(f"{word!r} is not understood: {_HOW}")
    number, sides = int(match[1] or 1), 100 if match[2] == "%" else int(match[2])
    if not 2 <= sides <= LARGEST_DIE:
        raise UsageError(
            f"{word}: a die has from 2 to {LARGEST_DIE} sides; for more, cast several d10 and read them as digits"
        )
    if not 1 <= number <= MOST_DICE:
        raise UsageError(f"{word}: from 1 to {MOST_DICE} dice can be cast under one purpose")
    added = int(match[3] or 0)
    if abs(added) > MOST_ADDED:
        raise UsageError(f"{word}: at most {MOST_ADDED} can be added to a roll or taken from it")
    return Spec("dice", number, sides, added=added)


def total(what: str, result: str) -> int | None:
    """The sum of a roll of the record with what is added to it; none for draws and shuffles."""
    spec = exact_spec(what)
    return sum(int(face) for face in result.split()) + spec.added if spec and spec.kind == "dice" else None


def _asked_items(text: str) -> Spec:
    draw = re.fullmatch(r"draw\s+([0-9]{1,4})\s+(?:from|of)\s+(.+)", text, re.IGNORECASE)
    shuffled = re.fullmatch(r"shuffle\s+(.+)", text, re.IGNORECASE)
    if not draw and not shuffled:
        raise UsageError(f"{text!r} is not understood: {_HOW}")
    items = _items((draw[2] if draw else shuffled[1] if shuffled else "").split(","))
    number = int(draw[1]) if draw else len(items)
    if not 1 <= number <= len(items):
        raise UsageError(f"{number} cannot be drawn from a list of {len(items)}: nothing is put back")
    return Spec("draw" if draw else "shuffle", number, 0, items)


def _items(words: list[str]) -> tuple[str, ...]:
    """In a fixed order: else whoever writes the list could choose its order."""
    items = [unicodedata.normalize("NFC", " ".join(word.split())) for word in words]
    wrong = [item for item in items if not item or len(item) > LONGEST_ITEM or not item.isprintable()]
    if wrong:
        raise UsageError(
            f"{wrong[0]!r} cannot be in the list: each item has 1 to {LONGEST_ITEM} printable letters, "
            "with a comma between two"
        )
    if len(items) > MOST_ITEMS:
        raise UsageError(f"the list has {len(items)} items; at most {MOST_ITEMS} can be drawn from")
    return tuple(sorted(items))
