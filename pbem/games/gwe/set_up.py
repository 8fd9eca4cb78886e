"""3.0 Setting up the game: the printed position, the Tyrol scenario (25.0) and free deployment (Appendix A)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import Illegal
from pbem.games.gwe.cards import Entry, area, deploys_freely, entries, entry_for, step_of
from pbem.games.gwe.cards import sides_that_set_up as sides_that_set_up
from pbem.games.gwe.monitor import is_navigable
from pbem.games.gwe.occupation import barred_hexes
from pbem.games.gwe.stacking import limit, overstacked_hexes, points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import ASIDE, WAITING, Side, Unit, UnitId
from pbem.kernel.position import Position, UnitState
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Deploy, OrdersBySide
from pbem.values import dataclass, field

# -- what is printed -----------------------------------------------------------------------------------------


def initial_position(scenario: Scenario) -> Position:
    """3.0, 3.0/hist, 25.0, 16.0/2.3, App.B (see 25.32): every counter where it starts, before anybody decides."""
    states = {unit.id: UnitState(_start(scenario, unit), unit.figure("steps")) for unit in scenario.units.values()}
    sides = sides_that_set_up(scenario)
    step = f"{sides[0].lower()}-set-up" if sides else "cp-movement"
    return Position(scenario.game, 1, step, states)


def _start(scenario: Scenario, unit: Unit) -> str:
    word, *rest = unit.set_up.split() or [""]
    if entry_for(entries(scenario, "place"), unit.id):
        return ASIDE  # until its owner has placed it
    if entry_for(entries(scenario, "reinforce"), unit.id) or word in ("turn", "strike"):
        return WAITING
    if word == "with":
        option = scenario.card.get("use", {}).get("with_option", {}).get(unit.id, "")
        return _start(scenario, scenario.unit(UnitId(rest[0]))) if scenario.option(option) == "on" else ASIDE
    return rest[0] if word == "at" else ASIDE


# -- what the players decide ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Deployment:
    """One side's set-up while its orders are read: who has been placed, and from where."""

    side: Side
    step: Entry
    goals: Mapping[UnitId, HexId]
    came_from: dict[UnitId, str] = field(default_factory=dict)
    transferred: dict[UnitId, None] = field(default_factory=dict)


def run(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    """25.21, 25.22 (see 25.23, 25.33, App.A): the side's set-up orders, then what the rules place without them."""
    placed = [order for order in orders[side].items if isinstance(order, Deploy)]
    step = step_of(board.scenario, side)
    deployment = Deployment(side, step, {order.unit: order.at for order in placed})
    for order in sorted(placed, key=lambda order: _turn(board, step, order.unit)):
        with table.attempt(order):
            _deploy(board, order, deployment)
    _undo_excess(board, deployment)
    _place_the_rest(board, deployment)


def _turn(board: Board, step: Entry, unit: UnitId) -> int:
    """See 25.23: divisions go before the HQs that may follow them, and these before the one that fills the gap."""
    if entry_for(step.get("fill", ()), unit):
        return 2
    return 1 if board.unit(unit).type == "hq" and not entry_for(step.get("place", ()), unit) else 0


def _deploy(board: Board, order: Deploy, deployment: Deployment) -> None:
    unit, at, side = order.unit, order.at, deployment.side
    if board.unit(unit).side != side:
        raise Illegal("3.0", f"{unit} is an enemy unit")
    if unit in deployment.came_from:
        raise Illegal("3.0", f"{unit} is placed twice", wanted="one order for each unit")
    rule, hexes = _permission(board, unit, deployment)
    if at not in hexes:
        wanted = ", ".join(hexes[:6]) + (" ..." if len(hexes) > 6 else "")
        raise Illegal(rule, f"{unit} may not be set up in {board.map.called(at)}", found=at, wanted=wanted or "no hex")
    if at in barred_hexes(board, side):
        raise Illegal("5.13", f"the enemy holds {board.map.called(at)}")
    _check_room(board, unit, at, deployment)
    if _is_transfer(board, unit, deployment):
        deployment.transferred[unit] = None
    deployment.came_from[unit] = board.place(unit)
    board.put(unit, at, rule, how="set-up")


def _check_room(board: Board, unit: UnitId, at: HexId, deployment: Deployment) -> None:
    """See 16.0/6.0, 25.23, 25.33: the limit of 12, without those that another order of the side takes away."""
    here = [u for u in board.units_at(at, deployment.side) if deployment.goals.get(u, at) == at and u != unit]
    found, most = points(board, (*here, unit)), limit(board)
    if found > most:
        why = f"{board.map.called(at)} would be overstacked with {unit}"
        raise Illegal("16.0/6.0", why, found=f"{found} Stacking Points", wanted=f"at most {most}")


# -- who may be placed where ---------------------------------------------------------------------------------


def _permission(board: Board, unit: UnitId, deployment: Deployment) -> tuple[str, tuple[HexId, ...]]:
    """The rule that lets the unit be placed, and the hexes that it allows."""
    step, place = deployment.step, board.place(unit)
    entry = entry_for(step.get("place", ()), unit)
    if deploys_freely(board.scenario, deployment.side) and (entry or place in board.map.grid):
        return "App.A", _free_area(board, unit, deployment.side)
    if entry:
        return entry["rule"], area(board.map, entry["area"])
    fill = entry_for(step.get("fill", ()), unit)
    if fill:
        return fill["rule"], _vacated(deployment)
    return _transfer(board, unit, deployment)


def _free_area(board: Board, unit: UnitId, side: Side) -> tuple[HexId, ...]:
    """See App.A: behind its own trenches; the Monitor in the waters off that coast."""
    areas = board.scenario.card["options"]["free-deployment"]["areas"]
    if board.unit(unit).type == "monitor":
        coast = dict.fromkeys(area(board.map, areas[side]))
        return tuple(
            h for h in board.map.grid.hexes if is_navigable(board.map, h) and (h in coast or not _is_land(board, h))
        )
    return area(board.map, areas[side])


def _is_land(board: Board, hex_id: HexId) -> bool:
    return board.map.base[hex_id] not in ("sea", "lagoon", "lake")


def _is_transfer(board: Board, unit: UnitId, deployment: Deployment) -> bool:
    return entry_for(deployment.step.get("transfer", ()), unit) is not None and board.is_on_map(unit)


def _vacated(deployment: Deployment) -> tuple[HexId, ...]:
    """See 25.23: the hexes that transferred divisions have left."""
    return tuple(dict.fromkeys(HexId(deployment.came_from[unit]) for unit in deployment.transferred))


def _transfer(board: Board, unit: UnitId, deployment: Deployment) -> tuple[str, tuple[HexId, ...]]:
    """25.23: four divisions at most; with two of them a corps HQ, with four an army HQ."""
    counter = board.unit(unit)
    for entry in deployment.step.get("transfer", ()):
        is_meant = unit in entry.get("units", ()) or (
            counter.type == "hq" and counter.words.get("level") == entry.get("level", "-") and board.is_on_map(unit)
        )
        if is_meant:
            _check_transfer(board, unit, entry, deployment)
            return entry["rule"], area(board.map, entry["area"])
    rule = "25.22" if counter.type == "depot" and deployment.step.get("place") else "3.0"
    why = f"{unit} starts where its counter says; you do not place it"
    raise Illegal(rule, why, found=counter.set_up, advice="leave the order out")


def _check_transfer(board: Board, unit: UnitId, entry: Entry, deployment: Deployment) -> None:
    needed, gone = int(entry.get("needs_transfers", 0)), len(deployment.transferred)
    if gone < needed:
        why = f"{unit} goes along only with transferred divisions"
        raise Illegal(entry["rule"], why, found=f"{gone} transferred", wanted=f"{needed} or more")
    level = entry.get("level")
    same = [u for u in deployment.came_from if level and board.unit(u).words.get("level") == level]
    if (len(same) if level else gone) >= int(entry["count"]):
        what = f"{level} HQ" if level else "divisions"
        raise Illegal(entry["rule"], f"{unit} is one too many", wanted=f"at most {entry['count']} {what}")


# -- without orders ------------------------------------------------------------------------------------------


def _undo_excess(board: Board, deployment: Deployment) -> None:
    """See 16.0/6.0: where a unit was to make room and did not, those that came last go back."""
    for hex_id in overstacked_hexes(board, deployment.side):
        for unit, former in reversed(deployment.came_from.items()):
            is_over = points(board, board.units_at(hex_id, deployment.side)) > limit(board)
            if is_over and board.place(unit) == hex_id:
                board.put(unit, former, "16.0/6.0", how="set-up", why="no room")


def _place_the_rest(board: Board, deployment: Deployment) -> None:
    """25.33: units that must be set up take the first hex of their area with room; the others stay out of the game."""
    for entry in deployment.step.get("place", ()):
        for unit in map(UnitId, entry["units"]):
            if unit not in board.scenario.units or board.place(unit) != ASIDE:
                continue
            hexes = area(board.map, entry["area"]) if entry["must"] == "yes" else ()
            room = [h for h in hexes if points(board, (*board.units_at(h, deployment.side), unit)) <= limit(board)]
            if room:
                board.put(unit, room[0], entry["rule"], how="set-up")
            else:
                board.note("withheld", entry["rule"], unit=unit, why="not set up by its owner")
