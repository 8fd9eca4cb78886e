"""Dice that nobody casts: listed for a case, averaged for a try, kindest for a check on receipt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pbem.errors import UsageError
from pbem.kernel.rolls import NoDice, Roll


class MissingRoll(NoDice):
    """A listed die is wanting; the message says which roll."""


class ListedDice:
    """Faces given by the name of the roll, and a row of faces for the rolls that are not named."""

    def __init__(self, row: Iterable[int] = (), named: Mapping[str, Iterable[int]] | None = None) -> None:
        self.row = list(row)
        self.named = {_plain(name): list(values) for name, values in (named or {}).items()}
        self._used = 0

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The faces listed for this roll."""
        name = _plain(roll.name)
        found = self.named.pop(name) if name in self.named else self._next(roll)
        if len(found) != roll.number:
            raise MissingRoll(f"`{roll.name}` takes {roll.number}d{roll.sides}; the list gives {found}")
        wrong = [face for face in found if not 1 <= face <= roll.sides]
        if wrong:
            raise MissingRoll(f"`{roll.name}` takes {roll.number}d{roll.sides}; no such die shows {wrong[0]}")
        return tuple(found)

    def left(self) -> list[str]:
        """What was listed and never cast, in words."""
        names = [f"{name}: {values}" for name, values in self.named.items()]
        return names + ([f"in order: {self.row}"] if self.row else [])

    def _next(self, roll: Roll) -> list[int]:
        if len(self.row) < roll.number:
            so_far = f" after {self._used} dice taken in order" if self._used else ""
            raise MissingRoll(f"no die is listed for `{roll.name}` ({roll.number}d{roll.sides}){so_far}")
        found, self.row = self.row[: roll.number], self.row[roll.number :]
        self._used += roll.number
        return found


def _plain(name: str) -> str:
    return " ".join(name.split()).lower()


class AverageDice:
    """The two middle faces in turn: 3 and 4 on a die with six sides; the one middle face where there is one."""

    def __init__(self) -> None:
        self._count = 0

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """Middle faces, the lower first."""
        return tuple(self._one(roll.sides) for _ in range(roll.number))

    def _one(self, sides: int) -> int:
        middle = ((sides + 1) // 2, sides // 2 + 1)
        self._count += 1
        return middle[(self._count - 1) % 2]


class KindDice:
    """The face that a rule names as the kindest for the order to be legal; other rolls are not cast."""

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """The kindest face, if the rule names one."""
        if not roll.kindest:
            raise NoDice(roll.name)
        return (roll.kindest,) * roll.number


class RandomDice:
    """Faces for the random player, from a seed that the caller gives: the same seed, the same game."""

    def __init__(self, seed: int | str) -> None:
        import random  # here only: no other room may cast dice that no record proves

        self._random = random.Random(seed)

    def cast(self, roll: Roll) -> tuple[int, ...]:
        """Faces from the generator."""
        return tuple(self._random.randint(1, roll.sides) for _ in range(roll.number))


Chosen = ListedDice | AverageDice | KindDice | RandomDice


def dice_from_words(text: str) -> Chosen:
    """Dice as a person asks for them: `average`, `kind`, `random 7`, `3 4 6`, or `NAME=3,4; NAME=6` and a row."""
    words = text.strip()
    first, _, rest = words.partition(" ")
    if first.lower() in ("average", "averaged", "avg", ""):
        return AverageDice()
    if first.lower() == "kind" and not rest:
        return KindDice()
    if first.lower() == "random":
        return RandomDice(rest.strip() or "0")
    row: list[int] = []
    named: dict[str, list[int]] = {}
    for part in words.split(";"):
        name, sign, values = part.rpartition("=")
        if sign:
            named[name.strip()] = _faces(values, text)
        else:
            row += _faces(part, text)
    return ListedDice(row, named)


def _faces(words: str, whole: str) -> list[int]:
    found = words.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() for word in found):
        raise UsageError(
            f"the dice {whole!r} are not understood: write `average`, `kind`, `random 7`, faces in order such as "
            "`3 4 6`, or by name such as `attack on 1804 / crt=5; attack on 1904 / crt=2`"
        )
    return [int(word) for word in found]
