"""Who pays, who goes, which way: the questions that every game puts about its units."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.values import NamedTuple

Path = tuple[HexId, ...]


def counted(number: int, what: str) -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def weakest_first(units: Sequence[UnitId], worth: Callable[[UnitId], Any]) -> tuple[UnitId, ...]:
    """The units by their worth, the least first; of equals the one that was named first."""
    return tuple(sorted(units, key=lambda unit: (worth(unit), units.index(unit))))


def in_order(named: Sequence[str], default: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Those that the player has named, in his order, then all others by default."""
    chosen = [UnitId(unit) for unit in named]
    return (*chosen, *(unit for unit in default if unit not in chosen))


def ranked(
    table: Table, side: Side, key: str, units: Mapping[UnitId, str], *, rule: str, text: str,
    default: Sequence[UnitId], hint: str, about: Mapping[str, Any],
) -> tuple[UnitId, ...]:  # fmt: skip
    """All units (each with what the player reads beside it) in the order he prefers; those he forgets, by default."""
    options = tuple(Option(unit, meaning) for unit, meaning in units.items())
    question = Question(side, key, options, rule, text, many=True, default=tuple(default), hint=hint, about=about)
    return in_order(table.ask(question), default)


def way(
    table: Table, board: Board, side: Side, key: str, paths: Sequence[Path], *, rule: str, text: str, hint: str,
    about: Mapping[str, Any],
) -> Path:  # fmt: skip
    """One of the paths, the first by default; each begins in the same hex. Nobody is asked where there is only one."""
    if len(paths) == 1:
        return paths[0]
    written = {"-".join(path[1:]): path for path in paths}
    options = tuple(Option(word, f"to {board.map.called(path[-1])}") for word, path in written.items())
    default = (options[0].value,)
    return written[table.choose(Question(side, key, options, rule, text, default=default, hint=hint, about=about))]


class Crowd(NamedTuple):
    """A hex in which a side has too much: who can go, the cheapest first, and what the owner is asked.

    `is_enough` says whether the hex is in order once so many have gone.
    """

    units: tuple[UnitId, ...]
    question: Question
    is_enough: Callable[[int], bool]


def give_up(table: Table, crowds: Sequence[Crowd], remove: Callable[[UnitId], None]) -> None:
    """The owners name the units to give up, first to last, all at one moment; as many of them go as must."""
    answers = table.ask_all([crowd.question for crowd in crowds]) if crowds else []
    for crowd, named in zip(crowds, answers, strict=True):
        for gone, unit in enumerate(in_order(named, crowd.units)):
            if crowd.is_enough(gone):
                break
            remove(unit)
