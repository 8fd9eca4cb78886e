"""13.2.2 Observation: from which hexes a brigade sees, and what it can have bombarded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition.artillery import range_of
from pbem.games.strafexpedition.command import Command
from pbem.games.strafexpedition.counters import combat_units
from pbem.games.strafexpedition.options import chosen
from pbem.games.strafexpedition.sight import seen_from, sees
from pbem.games.strafexpedition.weather import weather
from pbem.games.strafexpedition.zoc import is_in_enemy_zone, is_in_open_enemy_zone
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

IsSeen = Callable[[HexId], bool]  # whether a hex is under observation


def observers(board: Board, side: Side, hexes: Iterable[HexId]) -> tuple[HexId, ...]:
    """13.2.2 (see rulings R26, R51): of these hexes those without enemies and their zones; they may be empty.

    By an option of the campaign a friendly unit lifts the zone of its hex.
    """
    is_shut = is_in_open_enemy_zone if chosen(board, "observers") == "friends" else is_in_enemy_zone
    enemy = board.enemy_of(side)
    return tuple([one for one in hexes if not combat_units(board, one, enemy) and not is_shut(board, one, side)])


def observed_by(board: Board, table: Table, side: Side, command: Command) -> IsSeen:
    """See 13.2.2, 8.1, rulings R8, R138: by a hex in Command; dice fall only for a target that no other hex sees."""
    eyes = observers(board, side, board.map.grid.within(command.at, command.length))
    today = weather(board.scenario, board.turn)

    def is_seen(target: HexId) -> bool:
        able = [eye for eye in eyes if sees(board.scenario, today, eye, target)]
        if any(command.surely_covers(board, eye) for eye in able):
            return True
        return any(command.covers(table, side, eye) for eye in able)

    return is_seen


def observed_from(board: Board, eyes: Sequence[HexId]) -> IsSeen:
    """See 13.2.2, 13.2.3: whether one of the hexes has a line of sight in today's weather."""
    today = weather(board.scenario, board.turn)
    return lambda target: any(sees(board.scenario, today, eye, target) for eye in eyes)


def seen(board: Board, eyes: Sequence[HexId]) -> dict[HexId, None]:
    """See 13.2.2: every hex under observation, for sheets and layers."""
    today = weather(board.scenario, board.turn)
    return {there: None for eye in eyes for there in seen_from(board.scenario, today, eye)}


def reaches(board: Board, gun: UnitId, target: HexId) -> bool:
    """See 13.2.2, ruling R104: within the range of the guns."""
    return board.map.grid.distance(board.hex_of(gun), target) <= range_of(board, gun)


def check_observed(board: Board, target: HexId, is_seen: IsSeen) -> None:
    """See 13.2.2: refuses a target that nobody sees."""
    if not is_seen(target):
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
