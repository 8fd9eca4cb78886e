"""13.2.2 Observation: from which hexes a brigade sees, and what it can have bombarded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.artillery import range_of
from pbem.games.strafexpedition.counters import combat_units
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.sight import seen_from, sees
from pbem.games.strafexpedition.weather import weather
from pbem.games.strafexpedition.zoc import is_in_enemy_zone, is_in_open_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def observers(board: Board, side: Side, hexes: Iterable[HexId]) -> tuple[HexId, ...]:
    """13.2.2 (see rulings R26, R51): of these hexes those without enemies and their zones; they may be empty.

    By an option of the campaign a friendly unit lifts the zone of its hex.
    """
    is_shut = is_in_open_enemy_zone if chosen(board, "observers") == "friends" else is_in_enemy_zone
    enemy = board.enemy_of(side)
    return tuple([one for one in hexes if not combat_units(board, one, enemy) and not is_shut(board, one, side)])


def is_observed(board: Board, eyes: Collection[HexId], target: HexId) -> bool:
    """See 13.2.2, 13.2.3: whether one of the observer hexes has a line of sight in today's weather."""
    today = weather(board.scenario, board.turn)
    return any(sees(board.scenario, today, eye, target) for eye in eyes)


def seen(board: Board, eyes: Sequence[HexId]) -> dict[HexId, None]:
    """See 13.2.2: every hex under observation, for sheets and layers."""
    today = weather(board.scenario, board.turn)
    return {there: None for eye in eyes for there in seen_from(board.scenario, today, eye)}


def reaches(board: Board, gun: UnitId, target: HexId) -> bool:
    """See 13.2.2, ruling R104: within the range of the guns."""
    return board.map.grid.distance(board.hex_of(gun), target) <= range_of(board, gun)


def check_observed(board: Board, eyes: Collection[HexId], target: HexId) -> None:
    """See 13.2.2: refuses a target that nobody sees."""
    if not is_observed(board, eyes, target):
        found = f"no such hex sees it in {weather(board.scenario, board.turn)} weather"
        wanted = "a line of sight from a hex in Command Range that is free of enemies and their zones"
        advice = "place the headquarters where it sees the target, or take another one"
        why = f"{board.map.called(target)} is not under observation"
        raise Illegal("13.2.2", why, found=found, wanted=wanted, advice=advice)


def check_range(board: Board, gun: UnitId, target: HexId) -> None:
    """See 13.2.2: refuses guns that do not reach the target."""
    if not reaches(board, gun, target):
        away = board.map.grid.distance(board.hex_of(gun), target)
        why = f"{target} is out of the range of {gun}"
        wanted = f"at most {range_of(board, gun)}"
        raise Illegal("13.2.2", why, found=f"{away} hexes", wanted=wanted, advice="take other guns or a nearer target")
