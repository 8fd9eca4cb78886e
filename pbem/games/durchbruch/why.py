"""Why a step is closed: the rule that forbids it, in words."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.bridges import carries_guns, is_closed_trench, is_shut, opens
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.costs import mover, price
from pbem.games.durchbruch.counters import is_gun, is_hq
from pbem.games.durchbruch.ground import is_across_the_isonzo, level
from pbem.games.durchbruch.passages import may_try, needs_check
from pbem.games.durchbruch.stacking import ROCK
from pbem.games.durchbruch.walking import is_packed, may_enter, zone_toll, zones
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId


def why_closed(board: Board, units: Sequence[UnitId], here: HexId, there: HexId) -> Illegal:
    """See 12-d: the refusal for a step that is not possible; the first reason that applies."""
    names, place, side = ", ".join(units), board.map.called(there), board.unit(units[0]).side
    if not board.map.grid.are_adjacent(here, there):
        return Illegal("12-b", f"{here} and {there} do not touch", wanted="a neighbouring hex")
    if there in enemy_hexes(board, side):
        return Illegal("12-d", f"an enemy stands in {place}", wanted="a free hex", advice="attack it, or `overrun` it")
    return _of_ground(board, units, here, there) or _of_enemies(board, units, here, there) or Illegal(
        "12-b", f"{names} cannot go from {here} to {place}", wanted="another way", advice="see `pbem moves`"
    )  # fmt: skip


def _of_ground(board: Board, units: Sequence[UnitId], here: HexId, there: HexId) -> Illegal | None:
    """See 1.3.5.1-b, 1.4.1, 4.1.2-c, 9, 12.1-b: what the ground forbids."""
    side, place = board.unit(units[0]).side, board.map.called(there)
    if is_closed_trench(board, side, there):
        return Illegal(
            "1.4.1", f"{place} is closed", found=f"turn {board.turn}", wanted=f"turn {opens(board)} or later"
        )
    if is_shut(board, side, here, there):
        return Illegal(
            "1.3.5.1-b",
            f"the bridge {here}/{there} is closed",
            found=f"turn {board.turn}",
            wanted=f"turn {opens(board)} or later",
        )
    for unit in [unit for unit in units if price(board, mover(board, unit), here, there) is None]:
        if level(board.map, there) == ROCK:
            return Illegal("4.1.2-c", f"{unit} cannot enter {place}: level 4", wanted="mountain or special units")
        if (
            is_gun(board.unit(unit))
            and is_across_the_isonzo(board.map, here, there)
            and not carries_guns(board, here, there)
        ):
            return Illegal(
                "9", f"{unit} cannot cross the Isonzo at {here}/{there}", wanted="a bridge that carries guns"
            )
        return Illegal(
            "12.1-b", f"{unit} cannot leave the road for {place}", wanted="a road, a trail, or levels 1 and 2"
        )
    return None


def _of_enemies(board: Board, units: Sequence[UnitId], here: HexId, there: HexId) -> Illegal | None:
    """See 1.3.4-b, 1.4-b0, 2.4.1-c, 3.1.3, 4-a: what enemies and friends forbid."""
    side, place = board.unit(units[0]).side, board.map.called(there)
    if there in zones(board, side) and is_across_the_isonzo(board.map, here, there):
        return Illegal(
            "1.3.4-b", f"nobody crosses the Isonzo into an enemy zone of control ({place})", wanted="another place"
        )
    for unit in units:
        if not may_enter(board, unit, here, there, units) and is_hq(board.unit(unit)):
            return Illegal(
                "2.4.1-c", f"{unit} cannot enter an enemy zone alone ({place})", wanted="a friendly combat unit there"
            )
        if zone_toll(board, unit, here, there) is None:
            return Illegal(
                "3.1.3", f"{here} and {place} lie in the zone of the same enemy", wanted=f"another hex for {unit}"
            )
    if needs_check(board, side, here, there) and not any(may_try(board.unit(unit)) for unit in units):
        return Illegal(
            "1.4-b0",
            f"{', '.join(units)} cannot enter {place}: it has no passage",
            wanted="a passage, or a unit that makes one",
        )
    if is_packed(board, units, there):
        return Illegal("4-a", f"the trench in {place} is full", wanted="room at every moment of the move")
    return None
