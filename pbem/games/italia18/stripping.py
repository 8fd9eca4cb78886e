"""12.2.6 Markers that the defender takes off the attacker's units when coordination fails."""

from __future__ import annotations

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.markers import EXPLOITATION, RESERVES
from pbem.kernel.board import Board
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
        name, hex_id = found[word]
        for unit in board.units_at(hex_id, battle.attack.side):
            board.unmark(unit, name, rule)


def marked_stacks(board: Board, battle: Battle) -> dict[str, tuple[str, str]]:
    """See 12.2.6g: markers that could go, Exploitation before Reserves, the nearest first: `exploitation 2024`."""
    within = int(board.scenario.charts["coordination_result"]["none"]["within"])
    found: dict[str, tuple[str, str]] = {}
    for name in (EXPLOITATION, RESERVES):
        bearers = [unit for unit in board.marked(battle.side(board, ATTACKER)) if board.is_marked(unit, name)]
        away = {board.hex_of(unit): board.map.grid.distance(board.hex_of(unit), battle.target) for unit in bearers}
        for hex_id in sorted(away, key=lambda one: (away[one], one)):
            if away[hex_id] <= within:
                found[f"{name} {hex_id}"] = (name, hex_id)
    return found
