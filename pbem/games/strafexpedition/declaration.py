"""13.1 Declaring an Assault: who may, against which hex, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.strafexpedition import area, digging, frozen
from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.by_mail.orders_combat import Assault
from pbem.games.strafexpedition.by_mail.orders_command import FORCED
from pbem.games.strafexpedition.costs import HALVES, Cost, across, points
from pbem.games.strafexpedition.counters import combat_units, is_battery, is_fortress, is_hq, is_mountain
from pbem.games.strafexpedition.terrain import is_crag
from pbem.games.strafexpedition.walking import allowance
from pbem.games.strafexpedition.zoc import can_pass
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

MARK = "assault"  # of a unit: `assault=1335`, the hex at which its marker points

HELD = "held"  # of a unit: it has only just come and may not leave its hex (ruling R131)

# -- markers -------------------------------------------------------------------------------------------------


def target_of(board: Board, unit: UnitId) -> HexId | None:
    """See 13.1.1: the hex at which the unit's Assault marker points, if it has one."""
    named = board.mark_of(unit, MARK)
    return HexId(named) if named else None


def declared(board: Board, side: Side) -> dict[HexId, tuple[UnitId, ...]]:
    """See 13.1.1, 13.3: the units of the side with Assault markers, by the hexes at which these point."""
    found: dict[HexId, tuple[UnitId, ...]] = {}
    for unit in board.on_map(side):
        target = target_of(board, unit)
        if target is not None:
            found[target] = (*found.get(target, ()), unit)
    return dict(sorted(found.items()))


def jump_offs(board: Board, side: Side) -> dict[HexId, tuple[UnitId, ...]]:
    """See 13.3: the hexes in which units of the side with Assault markers stand, each with these units."""
    found: dict[HexId, tuple[UnitId, ...]] = {}
    for units in declared(board, side).values():
        for unit in units:
            here = board.hex_of(unit)
            found[here] = (*found.get(here, ()), unit)
    return dict(sorted(found.items()))


def point(board: Board, unit: UnitId, target: HexId, rule: str) -> None:
    """See 13.1.1, 13.5.2: the Assault marker is laid."""
    board.mark(unit, f"{MARK}={target}", rule)


def call_off(board: Board, unit: UnitId, rule: str) -> None:
    """See 13.1.4, 13.4.1: the marker comes off; the unit has assaulted, or has to stay."""
    board.unmark(unit, MARK, rule)


# -- who may assault what ------------------------------------------------------------------------------------


def entry(board: Board, unit: UnitId, target: HexId, start: HexId | None = None) -> Cost:
    """11.1.3, 13.1.5 (see 11.0.4, rulings R32, R111): what the marker costs: ground, hexside and levels.

    Nothing is paid for leaving a zone, and no road helps into a hex that the enemy holds. Over a crag mountain
    infantry pays all it has; others cross it only where a road or track does.
    """
    here, map = start or board.hex_of(unit), board.map
    if is_crag(map, here, target) and is_mountain(board.unit(unit)) and not can_pass(board, here, target):
        return Cost(0, is_everything=True)
    return Cost(across(board.scenario, here, target))


def declare_as_ordered(board: Board, action: Action, order: Assault) -> None:
    """See 11.1.3, 11.3, 13.1.1: the markers, paid with what the units have left; `forced` where they march for it."""
    forced = [unit for unit in order.units if unit in action.forced or order.is_forced]
    late = [unit for unit in forced if unit in action.left and unit not in action.forced]
    if late:
        why = f"{late[0]} has moved without a forced march"
        wanted = "a forced march declared before the unit moves"
        raise Illegal("11.3", why, found=str(order), wanted=wanted, advice=f"write `{FORCED}` behind its move")
    points = [allowance(board, unit, is_forced=unit in forced) for unit in order.units]
    declare(board, action, order.target, order.units, points)
    action.forced |= dict.fromkeys(forced)


def declare(board: Board, action: Action, target: HexId, units: Sequence[UnitId], allowances: Sequence[int]) -> None:
    """13.1.1, 13.1.2 (see 13.1.4): units of the Action lay their markers; each for itself, none must.

    `allowances` are the movement points of each unit in this Action, by weather and forced march; what it has left of
    them the Action knows.
    """
    check_target(board, action.side, target)
    for unit, most in zip(units, allowances, strict=True):
        check_unit(board, action, unit, target)
        check_points(board, action, unit, target, most)
    for unit, most in zip(units, allowances, strict=True):
        action.left[unit] = _rest(board, action, unit, target, most)
        point(board, unit, target, "13.1.1")
        digging.interrupt(board, unit)


def check_target(board: Board, side: Side, target: HexId) -> None:
    """See 13.1.1, 19.3, rulings R106, T30: a hex with enemy combat units, be it only artillery."""
    area.check_inside(board.scenario, target, "this assault cannot be declared")
    if not combat_units(board, target, board.enemy_of(side)):
        why = f"there is nobody to assault in {board.map.called(target)}"
        raise Illegal("13.1.1", why, found="no enemy unit", wanted="a hex with enemy units", advice="move there")


def check_unit(board: Board, action: Action, unit: UnitId, target: HexId) -> None:
    """See 13.1.1, 13.1.2, 8.6: activated infantry next to the hex, which has not been given another target."""
    counter = board.unit(unit)
    if is_battery(counter) or is_fortress(counter) or is_hq(counter):
        raise Illegal("13.1.1", f"{unit} cannot assault", found=counter.type, wanted="infantry", advice="leave it out")
    if unit not in action.units or not board.is_on_map(unit):
        wanted = f"units of {action.brigade} in Command, or attached to it"
        why = f"{unit} takes no part in this Action"
        raise Illegal("13.1.1", why, found=board.place(unit), wanted=wanted, advice="leave it out")
    frozen.check_free(board, unit, "cannot assault")
    _check_rested(board, unit)
    if target_of(board, unit) is not None:
        why = f"{unit} assaults {target_of(board, unit)} already"
        raise Illegal("13.1.2", why, found=target, wanted="one assault of a unit", advice="leave it out here")
    here = board.hex_of(unit)
    if not board.map.grid.are_adjacent(here, target):
        why = f"{unit} in {here} is not next to {target}"
        raise Illegal("13.1.1", why, found=here, wanted=f"a hex next to {target}", advice="move it there first")


def _check_rested(board: Board, unit: UnitId) -> None:
    """See 18.2.1, ruling R131: who has dug today, or has only just come, does not assault."""
    if board.is_marked(unit, digging.DUG):
        why = f"{unit} has dug in today"
        raise Illegal("18.2.1", why, found="a digging unit", wanted="one that has not dug", advice="leave it out")
    if board.is_marked(unit, HELD):
        why = f"{unit} came today and cannot assault"
        raise Illegal("13.1.1", why, found="its day of arrival", wanted="another day", advice="leave it out")


def check_points(board: Board, action: Action, unit: UnitId, target: HexId, most: int) -> None:
    """See 11.1.3, 13.1.5, 11.0.4: the movement points that are left must pay for the hex."""
    here, map = board.hex_of(unit), board.map
    if is_crag(map, here, target) and not can_pass(board, here, target) and not is_mountain(board.unit(unit)):
        why = f"{unit} cannot assault over the crag between {here} and {target}"
        found = board.unit(unit).type
        raise Illegal("11.0.4", why, found=found, wanted="mountain infantry", advice="assault over another hexside")
    if _rest(board, action, unit, target, most) < 0:
        left, cost = _left(action, unit, most), entry(board, unit, target)
        wanted = points(most * HALVES if cost.is_everything else cost.halves)
        why = f"{unit} has not enough movement points left to enter {target}"
        raise Illegal("13.1.5", why, found=points(left), wanted=wanted, advice="move it less, or by forced march")


def _left(action: Action, unit: UnitId, most: int) -> int:
    return action.left.get(unit, most * HALVES)


def _rest(board: Board, action: Action, unit: UnitId, target: HexId, most: int) -> int:
    """What is left after the marker is paid for; less than nothing where it does not suffice."""
    cost = entry(board, unit, target)
    return _left(action, unit, most) - (most * HALVES if cost.is_everything else cost.halves)
