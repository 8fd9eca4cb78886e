"""12.2.6 Markers that the defender takes off the attacker's units when coordination fails."""

from __future__ import annotations

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.markers import EXPLOITATION, RESERVES
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table


def strip(board: Board, table: Table, battle: Battle, key: str, rule: str) -> None:
    """12.2.6g (see 11.2.10c, rulings R8, R44, R98): one marker off a unit or stack within three hexes, if he likes."""
    found = marked_stacks(board, battle)
    if not found:
        return
    options = tuple([Option(word) for word in found])
    question = Question(
        battle.side(board, DEFENDER), key, options, rule, "which marker does the enemy lose? None if you like.",
        many=True, most=1, default=(options[0].value,), hint="strip: exploitation, nearest",
        about={"topic": "strip", "hexes": [battle.target]},
    )  # fmt: skip
    for word in table.ask(question):
        for unit in found[word]:
            board.unmark(unit, word.partition(" ")[0], rule)


def marked_stacks(board: Board, battle: Battle) -> dict[str, tuple[UnitId, ...]]:
    """See 12.2.6g: markers that could go with those under each, Exploitation before Reserves, the nearest first.

    `exploitation 2024` is the first marker in the hex, `exploitation 2024 GE-1` another one, by a unit under it.
    """
    within = int(board.scenario.charts["coordination_result"]["none"]["within"])
    found: dict[str, tuple[UnitId, ...]] = {}
    for name in (EXPLOITATION, RESERVES):
        bearers = [unit for unit in board.marked(battle.side(board, ATTACKER)) if board.is_marked(unit, name)]
        away = {unit: board.map.grid.distance(board.hex_of(unit), battle.target) for unit in bearers}
        for unit in sorted(bearers, key=lambda one: (away[one], board.hex_of(one))):
            under = tuple([one for one in bearers if _marker(board, one, name) == _marker(board, unit, name)])
            if away[unit] <= within and under not in found.values():
                word = f"{name} {board.hex_of(unit)}"
                found[f"{word} {unit}" if word in found else word] = under
    return found


def _marker(board: Board, unit: UnitId, name: str) -> tuple[str, str]:
    """What tells a marker from others: its hex, and its number, or the division that shares it, or the unit alone."""
    own = board.mark_of(unit, name) or board.unit(unit).words.get("division", unit)
    return board.place(unit), own
