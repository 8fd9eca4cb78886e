"""23.1 Who controls a hex: the side whose infantry was the last to enter it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.games.strafexpedition import frozen
from pbem.games.strafexpedition.counters import AH, IT, is_infantry
from pbem.games.strafexpedition.terrain import is_behind_front
from pbem.games.strafexpedition.trenches import take_over
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario

HELD = "held"


def of_note(scenario: Scenario) -> dict[HexId, None]:
    """See 23.1, 23.3, 23.4, S3.vc, S4.vc, 10.2.3, 21.2: the hexes whose control is kept, towns among them."""
    return scenario.memo("hexes of note", lambda: _of_note(scenario))


def _of_note(scenario: Scenario) -> dict[HexId, None]:
    charts, victory = scenario.charts, scenario.card.get("victory", {})
    named = [one for objective in charts["objective"] for one in objective["hexes"]]
    named += [one for side in (AH, IT) for one in charts["breakthrough"][side]]
    named += [*victory.get("objectives", ()), *victory.get("draw_objectives", ())]
    shared = (*scenario.map.hexes_with("source", owner="both"), *scenario.map.hexes_with("town"))
    return dict.fromkeys(HexId(one) for one in (*named, *shared))


def holder(board: Board, hex_id: HexId) -> Side:
    """See 23.1, rulings R48, R98, R182: who controls the hex; at first Austria-Hungary what lies behind its front.

    A scenario that begins later says on its card what Austria-Hungary has taken by then.
    """
    marked = board.hex_mark(hex_id, HELD)
    is_theirs = is_behind_front(board.map, hex_id, AH) or hex_id in taken_before(board.scenario)
    return Side(marked) if marked else (AH if is_theirs else IT)


def taken_before(scenario: Scenario) -> Collection[HexId]:
    """See ruling R182: what Austria-Hungary holds on the first day of the scenario beyond its front of 15 May."""
    zone = scenario.card.get("control", {}).get("AH")
    return scenario.memo("taken before", lambda: dict.fromkeys(hexes_of(scenario.map, AH, zone) if zone else ()))


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
