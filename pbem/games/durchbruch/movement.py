"""12 Movement: stacks on their way, hex by hex, with the dice that passages and bridges may want."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.errors import Illegal
from pbem.games.durchbruch import passages
from pbem.games.durchbruch.bridges import bridges_at, come_to, stands
from pbem.games.durchbruch.by_mail.orders import Move
from pbem.games.durchbruch.control import go, open_trenches
from pbem.games.durchbruch.costs import WHOLE, mover, price, shown
from pbem.games.durchbruch.counters import AG, division_of, is_gun, is_regiment
from pbem.games.durchbruch.ground import is_across_the_isonzo
from pbem.games.durchbruch.marks import ENTERED, PINNED, PONTOON, SPENT
from pbem.games.durchbruch.stacking import check_stack
from pbem.games.durchbruch.walking import bonus, check_mover, ends, half_points, is_strategic, ways, zones
from pbem.games.durchbruch.why import why_closed
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.ground.reach import reach
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table

EXITED = "exited"  # the box of units that have left the map


@dataclass(slots=True)
class Segment:
    """What a Movement segment remembers: whose it is, who has moved, and which orders still come."""

    side: Side
    corps: str  # nothing in the Preliminary Phase, where all corps move
    moved: dict[UnitId, None] = field(default_factory=dict)
    coming: list[Move] = field(default_factory=list)
    entered: dict[HexId, int] = field(default_factory=dict)  # reinforcements that have come in here (8.1.2)
    stuck: dict[UnitId, HexId] = field(default_factory=dict)  # who tried an automatic victory in vain, and where


class Plan(NamedTuple):
    """A move on paper: its hexes, the price of each, and what it takes in all."""

    path: tuple[HexId, ...]
    prices: tuple[int, ...]

    @property
    def spent(self) -> int:
        """Half points."""
        return sum(self.prices)


# -- on paper ------------------------------------------------------------------------------------------------


def check_units(board: Board, units: Sequence[UnitId], segment: Segment) -> HexId:
    """12-c (see 2-b, 4.1.1-b): units that stand together, none of which has moved; each completes its move at once."""
    for unit in units:
        check_mover(board, unit, segment.side, segment.corps)
        if unit in segment.moved:
            why = f"{unit} has had its move"
            raise Illegal(
                "12-c", why, found=unit, wanted="one move for each unit", advice="put the whole way into one line"
            )
    start = board.hex_of(units[0])
    apart = [unit for unit in units if board.hex_of(unit) != start]
    if apart:
        why = f"{', '.join(units)} do not stand together"
        raise Illegal("12-c", why, found=f"{apart[0]} in {board.hex_of(apart[0])}", wanted=f"all in {start}")
    return start


def plan(board: Board, units: Sequence[UnitId], goals: Sequence[HexId], start: HexId, spent: int = 0) -> Plan:
    """See 12-a, 12-b, 1.4-b1, 3.1.1: the whole way with its prices, as if every check held; what is forbidden is
    refused here."""
    most = half_points(board, units) - spent
    table, last, side = ways(board, units), ends(board, units), board.unit(units[0]).side
    path, prices, testers = [start], list[int](), [u for u in units if passages.may_try(board.unit(u))]
    for goal in [goal for at, goal in enumerate(goals) if at or goal != start]:
        leg = _leg(board, table, last, path, goal, most + bonus(board) - sum(prices))
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
    return _affordable(board, units, Plan(tuple(path), tuple(prices)), most)


def _leg(
    board: Board, table: object, last: dict[HexId, None], path: Sequence[HexId], goal: HexId, most: int
) -> tuple[HexId, ...]:
    """To a neighbour directly; elsewhere the cheapest way, which never goes on from where a move ends."""
    here = path[-1]
    if board.map.grid.are_adjacent(here, goal):
        return (goal,)
    found = reach(here, max(most, 0), table, {}, (), last, goal)  # type: ignore[arg-type]
    if goal not in found.cost:
        why = f"there is no way from {board.map.called(here)} to {board.map.called(goal)} within its points"
        raise Illegal(
            "12-b",
            why,
            found=f"{shown(max(most, 0))} MP with every bonus",
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
        if path[-1] in zones(board, side):
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


def _affordable(board: Board, units: Sequence[UnitId], found: Plan, most: int) -> Plan:
    """12-b (see 12-a, 12.4, ruling R110): within the points; or one hex, which is always possible; or all of it a
    strategic move."""
    side, hexes = board.unit(units[0]).side, found.path
    if found.spent <= most:
        return found
    is_hard = all(hex_id in zones(board, side) for hex_id in hexes[:2])
    if len(hexes) == 2 and not is_hard:
        return Plan(hexes, (most,))
    if found.spent <= most + bonus(board) and is_strategic(board, side, hexes):
        return found
    why = f"{', '.join(units)} cannot go so far"
    raise Illegal(
        "12-b", why, found=f"{shown(found.spent)} MP", wanted=f"at most {shown(most)} MP", advice="see `pbem moves`"
    )


# -- on the map ----------------------------------------------------------------------------------------------


def move(board: Board, table: Table, order: Move, segment: Segment) -> None:
    """7.1-4 (see 4.1, 12-c): check the whole move, then make it; guns that have moved are spent."""
    start = check_units(board, order.units, segment)
    found = plan(board, order.units, order.path, start)
    if order.leaves:
        check_exit(board, order.units, found)
    else:
        check_goal(board, order.units, found.path[-1], segment)
    segment.moved |= dict.fromkeys(order.units)
    march(board, table, order.units, found, order.otherwise)
    for unit in order.units:
        if is_gun(board.unit(unit)) and board.hex_of(unit) != start:
            board.mark(unit, SPENT, "2.3-a")
    if order.leaves:
        leave(board, [unit for unit in order.units if board.place(unit) == found.path[-1]])


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


def march(board: Board, table: Table, units: Sequence[UnitId], found: Plan, otherwise: str) -> tuple[UnitId, ...]:
    """See 12-c, 1.4-b1, 1.4-b2, 9.2-b, ruling R134: hex by hex, as far as the dice allow; who has come to the end."""
    side, going, way = board.unit(units[0]).side, list(units), [found.path[0]]
    spent = 0
    for there, cost in zip(found.path[1:], found.prices, strict=True):
        cost = _over_the_river(board, going, way[-1], there, cost, half_points(board, units) - spent, otherwise)
        if cost < 0:
            board.note("halted", "9.2-b", units=list(going), hex=way[-1], why="the bridge is blown")
            break
        spent += cost
        if passages.needs_check(board, side, way[-1], there):
            _flush(board, going, way)
            going = _through(board, table, going, there, otherwise, is_last=there == found.path[-1])
            way = [there]
            if not going:
                return ()
            come_to(board, table, side, there)
        else:
            way.append(there)
            if _is_new_bridge(board, side, there):
                _flush(board, going, way)
                come_to(board, table, side, there)
                way = [there]
    _flush(board, going, way, shown(spent))
    return tuple(going)


def _flush(board: Board, units: Sequence[UnitId], way: Sequence[HexId], cost: int | str = "") -> None:
    """The hexes that lie behind the units are told as one move."""
    if len(way) > 1:
        go(board, units, way, "12-b", how="move", **({"cost": cost} if cost != "" else {}))
        open_trenches(board, board.unit(units[0]).side, way, "1.4-a4")


def _is_new_bridge(board: Board, side: Side, there: HexId) -> bool:
    if side == AG:
        return any(not board.is_side_marked(*one, ENTERED) for one in bridges_at(board.map, there))
    return any(there in one for one in board.marked_sides(PONTOON))


def _over_the_river(
    board: Board, going: Sequence[UnitId], here: HexId, there: HexId, planned: int, left: int, otherwise: str
) -> int:
    """See 1.3.4-a, ruling R134: the price of a step; a bridge that has gone up meanwhile is forded for three more, if
    that is ordered and can be paid; -1 means stop."""
    if not is_across_the_isonzo(board.map, here, there) or stands(board, here, there):
        return planned
    now = max((price(board, mover(board, unit), here, there) or 999 for unit in going), default=999)
    if now <= planned:
        return planned
    return now if otherwise == "ford" and now <= left else -1


def _through(
    board: Board, table: Table, going: Sequence[UnitId], there: HexId, otherwise: str, *, is_last: bool
) -> list[UnitId]:
    """See 1.4-b0, 1.4-b1, 1.4-b2, ruling R84: the first who may tries; if it holds the others follow and go on, else
    they stay, or with `else next` another one tries."""
    here, side = board.hex_of(going[0]), board.unit(going[0]).side
    left = list(going)
    for unit in [unit for unit in going if passages.may_try(board.unit(unit))]:
        left.remove(unit)
        if passages.attempt(board, table, unit, there):
            go(board, [unit], (here, there), "1.4-b1", how="move")
            passages.succeed(board, unit, there)
            if left:
                go(board, left, (here, there), "12-b", how="move")
            return [unit] if is_last and not left else left
        board.note("thrown-back", "1.4-b2", unit=unit, hex=there, side=side)
        passages.fail(board, unit)
        if otherwise != "next":
            break
    return []


# -- off the map ---------------------------------------------------------------------------------------------


def check_exit(board: Board, units: Sequence[UnitId], found: Plan) -> None:
    """See 17-G3, 17-T4, ruling R77: out of an exit hex, for one point more."""
    goal, side = found.path[-1], board.unit(units[0]).side
    if not board.map.has(goal, "exit", owner=side):
        wanted = " or ".join(board.map.hexes_with("exit", owner=side)) or "none: your side leaves nowhere"
        raise Illegal("17-G3", f"no unit leaves the map at {goal}", found=goal, wanted=wanted)
    most = half_points(board, units)
    if found.spent + WHOLE > most:
        raise Illegal(
            "17-G3", "too few points are left to leave the map", found=f"{shown(most - found.spent)} MP", wanted="1 MP"
        )


def leave(board: Board, units: Sequence[UnitId]) -> None:
    """See 17-T4, 17-G3, 17-G4, rulings R76 to R78: what has left is out for good; regiments score by hex and turn."""
    for unit in units:
        points = exit_points(board, unit)
        board.put(unit, EXITED, "17-G3", how="exit")
        if points:
            board.write("exits", board.number("exits") + points, "17-G3")


def exit_points(board: Board, unit: UnitId) -> int:
    """See 17-T4, 17-G3, 17-G4: by the hex, the turn and, at 2129, the division."""
    counter, here = board.unit(unit), board.place(unit)
    rows = [row for row in board.scenario.charts["vp_exit"] if row["hex"] == here and board.turn in row["turns"]]
    able = [row for row in rows if "divisions" not in row or division_of(counter) in row["divisions"]]
    return int(able[0]["vp"]) if able and is_regiment(counter) else 0
