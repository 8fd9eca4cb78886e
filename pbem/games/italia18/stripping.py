"""12.2.6 Markers that the defender takes off the attacker's units when coordination fails."""

from __future__ import annotations

import itertools
from collections.abc import Container, Sequence

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.displays import division_of
from pbem.games.italia18.markers import EXPLOITATION, RESERVES
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question


def ask_markers(board: Board, battle: Battle, number: int) -> list[Question]:
    """See 12.2.6g, 12.2.6i6: which markers go; a ranking, from which the first ones count."""
    found = marked_stacks(board, battle) if number else {}
    if not found:
        return []
    options = tuple([Option(word) for word in found])
    which = "marker does the enemy lose" if number == 1 else "two markers does the enemy lose"
    return [
        Question(
            battle.side(board, DEFENDER), "marker", options, "12.2.6g", f"which {which}? None if you like.",
            many=True, most=number, default=tuple(found)[:number], hint="strip: exploitation, nearest",
            about={"topic": "strip", "hexes": [battle.target]},
        )
    ]  # fmt: skip


def strip(board: Board, battle: Battle, words: Sequence[str]) -> None:
    """12.2.6g, 12.2.6i6 (see 11.2.10c, rulings R8, R44, R98): a marker off a unit or stack within three hexes, and for
    Counterorders a second one."""
    found = marked_stacks(board, battle)
    for number, word in enumerate(words):
        rule, name = "12.2.6i6" if number else "12.2.6g", word.partition(" ")[0]
        for unit in found[word]:
            board.unmark(unit, name, rule)
        board.note("stripped", rule, marker=name, hex=board.hex_of(found[word][0]), units=list(found[word]))


def marked_stacks(board: Board, battle: Battle) -> dict[str, tuple[UnitId, ...]]:
    """See 12.2.6g: markers that could go with those under each, Exploitation before Reserves, the nearest first.

    `exploitation 2024` is the first marker in the hex, `exploitation 2024.2` another one: who lies under it may be
    hidden.
    """
    within = int(board.scenario.charts["coordination_result"]["none"]["within"])
    found: dict[str, tuple[UnitId, ...]] = {}
    for name in (EXPLOITATION, RESERVES):
        bearers = [unit for unit in board.marked(battle.side(board, ATTACKER)) if board.is_marked(unit, name)]
        away = {unit: board.map.grid.distance(board.hex_of(unit), battle.target) for unit in bearers}
        for unit in sorted(bearers, key=lambda one: (away[one], board.hex_of(one))):
            under = tuple([one for one in bearers if _marker(board, one, name) == _marker(board, unit, name)])
            if away[unit] <= within and under not in found.values():
                found[_word(found, f"{name} {board.hex_of(unit)}")] = under
    return found


def _word(found: Container[str], word: str) -> str:
    numbered = (f"{word}.{number}" for number in itertools.count(2))
    return next(one for one in itertools.chain((word,), numbered) if one not in found)


def _marker(board: Board, unit: UnitId, name: str) -> tuple[str, str]:
    """What tells a marker from others: its hex, and its number, or the division that shares it, or the unit alone."""
    own = board.mark_of(unit, name) or (division_of(board, unit) or unit)
    return board.place(unit), own
