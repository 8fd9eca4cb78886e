"""8.0 Stacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.counters import (
    CP,
    attack_factor,
    defence_factor,
    eliminate,
    is_combat_unit,
    is_support,
    nation_of,
)
from pbem.games.caporetto.headquarters import fourteenth_army, remove_lone_hqs
from pbem.games.caporetto.terrain import ground, row
from pbem.kernel.board import Board
from pbem.kernel.choosing import Crowd, give_up
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

# -- limits --------------------------------------------------------------------------------------------------


def limit(board: Board, hex_id: HexId, side: Side) -> int:
    """E.4 (see 8.0, 8.1, TEC.clear, TEC.rough, TEC.mountain, TEC.alpine, TEC.marsh, TEC.town, TEC.dominant): units a
    hex."""
    where = ground(board.map, hex_id)
    most = int(row(board, where).get("stack", 0))
    if side == CP and where in ("clear", "rough") and is_beside_fourteenth_army(board, hex_id):
        most += 1
    return most


def is_beside_fourteenth_army(board: Board, hex_id: HexId) -> bool:
    """8.6 (see 15.1.2/2, ruling R55): next to the German 14th Army HQ in support mode; its own hex gets nothing."""
    hq = fourteenth_army(board)
    return hq is not None and board.map.grid.are_adjacent(board.hex_of(hq), hex_id)


def allowed(board: Board, hex_id: HexId, side: Side) -> int:
    """See 19.5/2, ruling R113: the limit, or two more while an overstack of the free set-up lasts."""
    extra = int(board.scenario.charts["free_setup"]["overstack"]) if is_overstacked_freely(board, hex_id, side) else 0
    return limit(board, hex_id, side) + extra


def is_overstacked_freely(board: Board, hex_id: HexId, side: Side) -> bool:
    """19.5/4 (see 19.5/2, 19.5/3, ruling R113): overstacked at the free set-up and not down to its limit since."""
    is_marked = board.hex_mark(hex_id, "crowd") == side
    return is_marked and counted(board, board.units_at(hex_id, side)) > limit(board, hex_id, side)


def counted(board: Board, units: Iterable[UnitId]) -> int:
    """8.2 (see 8.0): every unit counts one, HQs too; support units count nothing."""
    return sum(1 for unit in units if not is_support(board.unit(unit)))


def room(board: Board, hex_id: HexId, side: Side) -> int:
    """See 8.1: how many more units of the side the hex takes; nothing where it is full or too full."""
    return max(0, limit(board, hex_id, side) - counted(board, board.units_at(hex_id, side)))


def has_room(board: Board, hex_id: HexId, side: Side, coming: Sequence[UnitId], leaving: Sequence[UnitId] = ()) -> bool:
    """See 8.1: whether these units can end in the hex as well; those already there are not counted twice."""
    return together(board, hex_id, side, coming, leaving) <= limit(board, hex_id, side)


def together(board: Board, hex_id: HexId, side: Side, coming: Sequence[UnitId], leaving: Sequence[UnitId] = ()) -> int:
    """8.0: how many units the side would have there, with those that come and without those that leave."""
    staying = [unit for unit in board.units_at(hex_id, side) if unit not in leaving]
    return counted(board, dict.fromkeys((*staying, *coming)))


# -- nationalities -------------------------------------------------------------------------------------------


def may_share(board: Board, unit: UnitId, hex_id: HexId, leaving: Sequence[UnitId] = ()) -> bool:
    """See 8.5, rulings R56, R119: Germans with Austro-Hungarians, Czechs with Italians; no other Allies together."""
    side = board.unit(unit).side
    others = [other for other in board.units_at(hex_id, side) if other not in leaving]
    return side == CP or all(_get_on(nation_of(board, unit), nation_of(board, other)) for other in others)


def _get_on(one: str, other: str) -> bool:
    return one == other or sorted((one, other)) == ["CZ", "IT"]


def check_share(board: Board, unit: UnitId, hex_id: HexId, leaving: Sequence[UnitId] = ()) -> None:
    """8.5: refuses a mixture of Allied nationalities."""
    if not may_share(board, unit, hex_id, leaving):
        others = ", ".join(board.units_at(hex_id, board.unit(unit).side))
        why = f"{unit} may not stack with {others} in {board.map.called(hex_id)}: Allied nationalities do not mix"
        raise Illegal("8.5", why, wanted="a hex with units of its own nation or none", advice="Czechs go with Italians")


def check_room(
    board: Board, hex_id: HexId, side: Side, coming: Sequence[UnitId], leaving: Sequence[UnitId] = ()
) -> None:
    """8.1, ruling R52: refuses an order that would end overstacked, rather than killing units for it."""
    found, most = together(board, hex_id, side, coming, leaving), limit(board, hex_id, side)
    if found > most:
        where = ground(board.map, hex_id)
        why = f"{board.map.called(hex_id)} would be overstacked with {', '.join(coming)}"
        raise Illegal("8.1", why, found=f"{found} units", wanted=f"at most {most} in {where} terrain")


# -- the end of a Sub-phase ----------------------------------------------------------------------------------


def excess(board: Board, hex_id: HexId, side: Side) -> int:
    """See 8.1, 13.1/3, 19.5/2, rulings R54, R113: how many units are too many; new arrivals do not count yet."""
    here = board.units_at(hex_id, side)
    settled = [unit for unit in here if board.mark_of(unit, "arrived") != hex_id]
    return max(0, counted(board, settled) - allowed(board, hex_id, side))


def overstacked_hexes(board: Board, side: Side) -> tuple[HexId, ...]:
    """See 8.1: the hexes in which the side has too many units, lowest number first."""
    hexes = dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side))
    return tuple(sorted(hex_id for hex_id in hexes if excess(board, hex_id, side)))


def check_overstack(board: Board, table: Table, sides: Sequence[Side], name: str) -> None:
    """See 8.1, 8.1/3, rulings R52, R54, R55: at the end of a Sub-phase both sides give up what is too much.

    `name` is the Sub-phase, for the keys of the questions. The side whose segment it is stands first in `sides`.
    """
    for side in sides:
        _settle_crowds(board, side)
    found = [(side, hex_id) for side in sides for hex_id in overstacked_hexes(board, side)]
    if not found:
        return
    with board.episode("stacking", name):
        crowds = [_crowd(board, hex_id, side) for side, hex_id in found]
        give_up(table, crowds, lambda unit: eliminate(board, unit, "8.1/3", why="overstacked"))
    for side in sides:
        remove_lone_hqs(board, side)


def _settle_crowds(board: Board, side: Side) -> None:
    """See 19.5/2, ruling R113: an overstack of the free set-up ends for good when the hex has come down to its
    limit."""
    for hex_id, owner in board.marked_hexes("crowd").items():
        if owner == side and counted(board, board.units_at(hex_id, side)) <= limit(board, hex_id, side):
            board.unmark_hex(hex_id, "crowd", "19.5/2")


def _crowd(board: Board, hex_id: HexId, side: Side) -> Crowd:
    too_many = excess(board, hex_id, side)
    units, question = cheapest_first(board, hex_id, side), _question(board, hex_id, side)
    return Crowd(units, question, lambda gone: gone >= too_many)


def cheapest_first(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """8.1/3: the printed default gives up the weakest combat units first, HQs last; new arrivals are safe."""
    here = [unit for unit in board.units_at(hex_id, side) if board.mark_of(unit, "arrived") != hex_id]
    return tuple(sorted(here, key=lambda unit: (not is_combat_unit(board.unit(unit)), *worth(board, unit))))


def worth(board: Board, unit: UnitId) -> tuple[int, int, int]:
    """How much a unit is worth, for choosing the weakest: attack, defence, steps."""
    return attack_factor(board, unit), defence_factor(board, unit), board.steps(unit)


def _question(board: Board, hex_id: HexId, side: Side) -> Question:
    units, too_many = cheapest_first(board, hex_id, side), excess(board, hex_id, side)
    most = allowed(board, hex_id, side)
    text = f"{board.map.called(hex_id)} holds {most + too_many} units, {too_many} too many. Which go, in order?"
    return Question(
        side,
        f"overstack at {hex_id}",
        tuple(Option(unit, f"{board.steps(unit)} steps") for unit in units),
        "8.1/3",
        text,
        many=True,
        default=units[:too_many],
        hint=f"overstack {hex_id}: {', '.join(units[:too_many])}",
        about={"topic": "overstack", "hexes": [hex_id], "units": too_many},
    )
