"""12 A move on paper: its way and its price, and what forbids it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch import passages
from pbem.games.durchbruch.by_mail.orders import Move
from pbem.games.durchbruch.costs import WHOLE, shown
from pbem.games.durchbruch.counters import corps_of
from pbem.games.durchbruch.marks import BRIDGING, PINNED, SPENT, STOPPED
from pbem.games.durchbruch.stacking import check_stack
from pbem.games.durchbruch.walking import (
    bonus,
    ends,
    goes_on,
    half_points,
    is_strategic,
    marches,
    ways,
    zones,
)
from pbem.games.durchbruch.why import why_closed
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import Exits, reach
from pbem.kernel.pieces import Side, UnitId
from pbem.values import NamedTuple, dataclass, field


@dataclass(slots=True)
class Segment:
    """What a Movement segment remembers: whose it is, who has moved, and which orders still come."""

    side: Side
    corps: str  # nothing in the Preliminary Phase, where all corps move
    moved: dict[UnitId, None] = field(default_factory=dict)
    spent: dict[UnitId, int] = field(default_factory=dict)  # half points that a move took
    coming: list[Move] = field(default_factory=list)
    risked: dict[UnitId, None] = field(default_factory=dict)  # whose way dice could have cut short
    stuck: dict[UnitId, HexId] = field(default_factory=dict)  # who tried an automatic victory in vain, and where


class Plan(NamedTuple):
    """A move on paper: its hexes, the price of each, and what it takes in all."""

    path: tuple[HexId, ...]
    prices: tuple[int, ...]

    @property
    def spent(self) -> int:
        """Half points."""
        return sum(self.prices)


def check_mover(board: Board, unit: UnitId, side: Side, corps: str) -> None:
    """See 7.1-4, 12-b, 2-a: an own unit of the corps that acts, on the map, that nothing holds."""
    counter = board.unit(unit)
    if counter.side != side or (corps and corps_of(counter) != corps):
        raise Illegal("7-a", f"{unit} does not act now", found=corps_of(counter), wanted=f"a unit of {corps or side}")
    if not board.is_on_map(unit):
        raise Illegal("12-b", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    if counter.type == "station":
        raise Illegal("6.5-2", f"{unit} is a station, and stations never move", wanted="a unit")
    for mark, rule, why in _HELD:
        if board.is_marked(unit, mark):
            raise Illegal(rule, f"{unit} {why}", found=mark, wanted="a unit that is free to move")


_HELD = (
    (SPENT, "7.1-4", "has fired or moved this turn"),
    (BRIDGING, "1.3.4-d", "serves as a bridge; turn it back first"),
    (STOPPED, "1.4-b1", "made a passage and stays till the end of the turn"),
)


def check_units(board: Board, units: Sequence[UnitId], segment: Segment) -> HexId:
    """12-c (see 2-b, 4.1.1-b): units that stand together, none of which has moved; each completes its move at once."""
    for unit in units:
        check_mover(board, unit, segment.side, segment.corps)
        if unit in segment.moved:
            why = f"{unit} has had its move"
            raise Illegal(
                "12-c", why, found=unit, wanted="one move for each unit", advice="put the whole way into one line"
            )
    if len(dict.fromkeys(units)) < len(units):
        raise Illegal("12-c", "a unit is named twice", found=", ".join(units), wanted="each unit once")
    start = board.hex_of(units[0])
    apart = [unit for unit in units if board.hex_of(unit) != start]
    if apart:
        why = f"{', '.join(units)} do not stand together"
        raise Illegal("12-c", why, found=f"{apart[0]} in {board.hex_of(apart[0])}", wanted=f"all in {start}")
    return start


def plan(
    board: Board, units: Sequence[UnitId], goals: Sequence[HexId], start: HexId, spent: int = 0, *,
    has_minimum: bool = True, has_bonus: bool = True,
) -> Plan:  # fmt: skip
    """See 12-a, 12-b, 1.4-b1, 3.1.1: the whole way with its prices, as if every check held; what is forbidden is
    refused here. One hex at least and the strategic bonus are for whole moves."""
    most, extra = half_points(board, units) - spent, bonus(board) if has_bonus else 0
    table, side = ways(board, units), board.unit(units[0]).side
    path, prices, testers = [start], list[int](), [u for u in units if passages.may_try(board.unit(u))]
    for goal in [goal for at, goal in enumerate(goals) if at or goal != start]:
        leg = _leg(board, units, table, path, goal, most - sum(prices), extra)
        for there in leg:
            _check_goes_on(board, units, path, testers, there)
            cost = dict(table[path[-1]]).get(there)
            if cost is None:
                raise why_closed(board, units, path[-1], there)
            if passages.needs_check(board, side, path[-1], there):
                testers = testers[1:]
                cost = min(cost, WHOLE) if there != goals[-1] else cost
            path.append(there)
            prices.append(cost)
    if len(path) == 1:
        raise Illegal("12-b", f"the order leaves {', '.join(units)} in {start}", wanted="a hex to go to")
    found = Plan(tuple(path), tuple(prices))
    is_hard = not has_minimum or all(hex_id in zones(board, side) for hex_id in path[:2])
    if len(path) == 2 and not is_hard and found.spent > most:
        return Plan(found.path, (most,))
    return _affordable(board, units, found, most, extra)


def _leg(
    board: Board,
    units: Sequence[UnitId],
    table: Exits[HexId],
    path: Sequence[HexId],
    goal: HexId,
    most: int,
    extra: int,
) -> tuple[HexId, ...]:
    """To a neighbour directly; elsewhere the cheapest way, which never goes on from where a move ends; a strategic move
    where the points alone do not suffice."""
    here, last = path[-1], ends(board, units)
    if board.map.grid.are_adjacent(here, goal):
        return (goal,)
    found = reach(here, max(most, 0), table, {}, (), last, goal, board.map.grid)
    if goal not in found.cost and extra and len(path) == 1 and board.is_on_map(units[0]):
        found = marches(board, units, most + extra)
    if goal not in found.cost and extra:
        found = reach(here, max(most + extra, 0), table, {}, (), last, goal, board.map.grid)
    if goal not in found.cost:
        why = f"there is no way from {board.map.called(here)} to {board.map.called(goal)} within its points"
        raise Illegal(
            "12-b",
            why,
            found=f"{shown(max(most + extra, 0))} MP with every bonus",
            wanted="a nearer hex",
            advice="see `pbem moves`",
        )
    return tuple(found.path(goal)[1:])


def _check_goes_on(
    board: Board, units: Sequence[UnitId], path: Sequence[HexId], testers: Sequence[UnitId], there: HexId
) -> None:
    """See 3.1.1, 1.4-b1, 1.4-b0, 1.4-pin: whether a move may go on beyond the hex it has come to."""
    side, names = board.unit(units[0]).side, ", ".join(units)
    if len(path) > 1:
        if path[-1] in zones(board, side) and not goes_on(board, units):
            raise Illegal(
                "3.1.1", f"{names} must stop in {path[-1]}, in an enemy zone of control", found=f"{there} after it"
            )
        if passages.needs_check(board, side, path[-2], path[-1]) and len(units) == 1:
            raise Illegal("1.4-b1", f"{names} makes a passage in {path[-1]} and stops there", found=f"{there} after it")
        if any(board.is_marked(unit, PINNED) for unit in units):
            raise Illegal(
                "1.4-pin", f"{names}: a pinned unit moves one hex", found=f"{there} after {path[-1]}", wanted="one hex"
            )
    if passages.needs_check(board, side, path[-1], there) and not testers:
        why = f"nobody of {names} can make a passage in {there}"
        raise Illegal("1.4-b0", why, found=names, wanted="a combat unit other than machine guns, one for each hex")


def _affordable(board: Board, units: Sequence[UnitId], found: Plan, most: int, extra: int) -> Plan:
    """12-b (see 12.4): within the points; or with the bonus, where all of it is a strategic move."""
    side = board.unit(units[0]).side
    if found.spent <= most or (found.spent <= most + extra and is_strategic(board, side, found.path)):
        return found
    why = f"{', '.join(units)} cannot go so far"
    raise Illegal(
        "12-b", why, found=f"{shown(found.spent)} MP", wanted=f"at most {shown(most)} MP", advice="see `pbem moves`"
    )


def check_goal(board: Board, units: Sequence[UnitId], goal: HexId, segment: Segment) -> None:
    """4.1, ruling R95: room at the end of the move, counting on those whom a later order takes away for sure."""
    leaving = [
        u for order in segment.coming for u in order.units if order.path[-1:] != (goal,) and _is_sure(board, order)
    ]
    side = board.unit(units[0]).side
    others = [unit for unit in board.units_at(goal, side) if unit not in units and unit not in leaving]
    check_stack(board.map, goal, [board.unit(unit) for unit in (*others, *units)])


def _is_sure(board: Board, order: Move) -> bool:
    """Whether no check can throw the units back."""
    side = board.unit(order.units[0]).side
    return not order.conditions and not any(passages.needs_check(board, side, None, h) for h in order.path)
