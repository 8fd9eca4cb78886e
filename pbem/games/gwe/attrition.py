"""9.22-9.24, 16.0/9.22, 11.22: what lack of supply costs in steps, and who feeds off a fortress."""

from __future__ import annotations

from pbem.games.gwe.counters import CP, is_combat_unit
from pbem.games.gwe.fortress import fortresses, standing_fortress
from pbem.games.gwe.supply import fed_unit, is_supplied, is_supplied_to_attack, isolated_units, why_unsupplied
from pbem.games.gwe.supply_sources import is_ground
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.text.preferences import Preference
from pbem.kernel.views.caution import Caution


def attrition(board: Board, table: Table, side: Side) -> None:
    """4.0.A1e (see 9.22, ruling C1): after movement every unit of the side that is out of supply rolls, one by one."""
    feed(board, table, side)
    hungry = hungry_units(board, side)
    for unit in hungry if table.warns else ():
        table.warn(caution(board, unit))
    for unit in hungry:
        roll_attrition(board, table, unit, "9.22")


def hungry_units(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 9.22, 9.24: the side's units that are out of supply and have to roll, as things stand."""
    unsupplied = (unit for unit in board.on_map(side) if not is_supplied(board, unit))
    return tuple(unit for unit in unsupplied if not is_exempt(board, unit))


def caution(board: Board, unit: UnitId) -> Caution:
    """See 9.22: what its owner should know of a unit before he must roll for it."""
    rule, why = why_unsupplied(board, unit)
    words = f"{unit} in {board.map.called(board.hex_of(unit))} is out of supply ({rule}: {why})"
    return Caution(f"{words}: in the Attrition Segment it loses half of its steps on 1 to 3", "9.22")


def attacker_attrition(board: Board, table: Table, unit: UnitId) -> int:
    """9.23 (see 11.22, ruling E11): an attacker out of supply rolls before the odds; returns the steps lost."""
    if is_supplied_to_attack(board, unit) or is_exempt(board, unit):
        return 0
    return roll_attrition(board, table, unit, "9.23")


def is_exempt(board: Board, unit: UnitId) -> bool:
    """9.24, 16.0/9.22, ruling E13: HQs never roll; Central Powers units do not in clear or city hexes."""
    counter = board.unit(unit)
    if not is_combat_unit(counter):
        return True
    kinds = board.scenario.charts["supply"]["attrition_exempt_CP"]
    return counter.side == CP and is_ground(board.map, board.hex_of(unit), kinds)


def roll_attrition(board: Board, table: Table, unit: UnitId, rule: str) -> int:
    """9.22 (see 9.23): on 1 to 3 half of the remaining steps, rounded up, are lost."""
    die = table.roll(f"attrition of {unit}", rule=rule, units=(unit,), kind="attrition", kindest=6)
    hits = die in board.scenario.charts["supply"]["attrition_die"]
    loss = (board.steps(unit) + 1) // 2 if hits else 0
    board.note("attrition", rule, unit=unit, hex=board.place(unit), die=die, steps=loss)
    return board.lose(unit, loss, rule)


# -- feeding off a fortress ----------------------------------------------------------------------------------


def feed(board: Board, table: Table, side: Side) -> None:
    """11.22, ruling E12: where a fortress holds several isolated units, the owner names the one that it feeds."""
    hexes = [hex_id for hex_id in fortresses(board.map, side) if _is_a_choice(board, hex_id, side)]
    if not hexes:
        return
    answers = table.ask_all([_question(board, hex_id, side) for hex_id in hexes])
    for hex_id, (chosen,) in zip(hexes, answers, strict=True):
        for unit in isolated_units(board, hex_id, side):
            if unit == chosen:
                board.mark(unit, "fed", "11.22")
            else:
                board.unmark(unit, "fed", "11.22")


def _is_a_choice(board: Board, hex_id: HexId, side: Side) -> bool:
    if standing_fortress(board, hex_id, side) is None:
        return False
    return sum(not is_exempt(board, unit) for unit in isolated_units(board, hex_id, side)) > 1


def _question(board: Board, hex_id: HexId, side: Side) -> Question:
    default = fed_unit(board, hex_id, side)
    options = tuple(Option(u, f"{board.steps(u)} steps left") for u in isolated_units(board, hex_id, side))
    return Question(
        side,
        f"feed at {hex_id}",
        options,
        "11.22",
        f"The fortress {board.map.called(hex_id)} feeds one of its isolated units. Which one rolls no attrition?",
        default=(default,) if default else (),
        hint=str(Preference("feed", (default or "",), where=hex_id)),
        about={"topic": "feed", "hexes": [hex_id]},
    )
