"""23.1 Who controls a hex: the side whose infantry was the last to enter it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition import frozen
from pbem.games.strafexpedition.counters import AH, IT, is_infantry
from pbem.games.strafexpedition.terrain import is_behind_front
from pbem.games.strafexpedition.trenches import take_over
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario

HELD = "held"


def of_note(scenario: Scenario) -> dict[HexId, None]:
    """See 23.1, 23.3, 23.4, S3.vc, S4.vc, 10.2.3: the hexes whose control is kept; of others nobody asks."""
    return scenario.memo("hexes of note", lambda: _of_note(scenario))


def _of_note(scenario: Scenario) -> dict[HexId, None]:
    charts, victory = scenario.charts, scenario.card.get("victory", {})
    named = [one for objective in charts["objective"] for one in objective["hexes"]]
    named += [one for side in (AH, IT) for one in charts["breakthrough"][side]]
    named += [*victory.get("objectives", ()), *victory.get("draw_objectives", ())]
    shared = scenario.map.hexes_with("source", owner="both")
    return dict.fromkeys(HexId(one) for one in (*named, *shared))


def holder(board: Board, hex_id: HexId) -> Side:
    """See 23.1, rulings R48, R98: who controls the hex; at first Austria-Hungary what lies behind its front."""
    marked = board.hex_mark(hex_id, HELD)
    return Side(marked) if marked else (AH if is_behind_front(board.map, hex_id, AH) else IT)


def enters(board: Board, unit: UnitId, hexes: Sequence[HexId], rule: str) -> None:
    """See 23.1, 18.7, S5.sp1, rulings R30, R115, T22: what it changes that the unit is placed in or enters these hexes.

    For whoever places, moves, advances or retreats a unit; an assault counts once its hex is won. Artillery and
    headquarters control nothing.
    """
    counter = board.unit(unit)
    frozen.watch(board, unit, hexes, rule)
    if is_infantry(counter):
        for hex_id in hexes:
            take_over(board, hex_id, counter.side, rule)
            if hex_id in of_note(board.scenario) and holder(board, hex_id) != counter.side:
                board.mark_hex(hex_id, f"{HELD}={counter.side}", rule)
