"""The order lines of the sheet: what the step at hand wants, with what the day allows beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.games.strafexpedition import logistics, plans, reinforcements, replacements
from pbem.games.strafexpedition.area import playable
from pbem.games.strafexpedition.artillery import is_in_battery
from pbem.games.strafexpedition.by_mail.orders_command import written
from pbem.games.strafexpedition.command import HQ_BOX, battalions, headquarters
from pbem.games.strafexpedition.counters import INFANTRY, IT, combat_units, is_battery, is_mountain
from pbem.games.strafexpedition.digging import works
from pbem.games.strafexpedition.weather import weather
from pbem.games.strafexpedition.zoc import reach_from
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

Lines = list[str]
# 15.0, ruling R152: comments, since a section of standing orders replaces the one that was sent before.
REACTIONS = (
    "# without a standing order `react` you are asked after each enemy Action [15.0]",
    "# standing:",
    "# react: never",
)


def order_lines(board: Board, side: Side, kind: str) -> Lines:
    """See 4.0.1 to 4.0.11: lines for the order block; what begins with # is a note, or an order to be filled in."""
    return [f"# {_sky(board)}", *_KINDS.get(kind, _nothing)(board, side)]


def _sky(board: Board) -> str:
    """See 4.0.4: the day and its weather."""
    dates = board.scenario.card["dates"]
    day = min(board.turn, len(dates))
    return f"{dates[day - 1]}, {weather(board.scenario, day)} weather"


def _nothing(board: Board, side: Side) -> Lines:
    return []


def _set_up(board: Board, side: Side) -> Lines:
    return [
        "# whom you do not place stands where the program proposes",
        "# place UNIT at HEX",
        "# emplace UNIT in move",
    ]


def _reinforcement(board: Board, side: Side) -> Lines:
    lines: Lines = []
    for unit in reinforcements.due(board, side):
        hexes = reinforcements.open_hexes(board, unit)
        lines.append(f"enter {unit} at {hexes[0]}" if hexes else f"# {unit}: no hex is open to it [6.2]")
    return [*lines, "# delay UNIT"] if lines else lines


def _command(board: Board, side: Side) -> Lines:
    """See 8.3, 15.0: the stock, the brigades that can be planned, and the line that wants to be there."""
    stock = logistics.stock(board, side)
    if not stock:
        return ["# no logistics points: no brigade can be planned today, and nothing bid [8.3]", *REACTIONS]
    able = [one for one in headquarters(board.scenario, side) if battalions(board, side, one)]
    lines = [f"# brigade {written(one)} with 1-5 guns" for one in able]
    price = "1 for a brigade, 1 more for each five guns or part of five [8.3]"
    bid = "# spend N   # plans and Initiative together [4.0.3]"
    return [f"# {counted(stock, 'logistics point')}; {price}", *lines, bid, *REACTIONS]


def _artillery(board: Board, side: Side) -> Lines:
    guns = [unit for unit in board.on_map(side) if is_battery(board.unit(unit))]
    lines = [f"# emplace {unit} in {'move' if is_in_battery(board, unit) else 'fire'}" for unit in guns]
    return [*lines, "# blow-up UNIT", "# reduce HEX", *(["# blow-up bridge"] if _has_bridge(board, side) else [])]


def _has_bridge(board: Board, side: Side) -> bool:
    return side == IT and "bridge" in board.scenario.card


def _action(board: Board, side: Side) -> Lines:
    """See 4.0.8, 8.5: the brigades that have not acted; whether they are planned their owner knows."""
    able = [one for one, hq in headquarters(board.scenario, side).items() if _may_act(board, side, one, hq)]
    planned = ", ".join(plans.opened(board, side))
    notes = [f"# open plans: {planned}"] if planned else []
    owed = board.noted("event.counterattack") if side == IT else ""
    notes += [f"# {owed} must make an assault today [EV.it.1]"] if owed else []
    lines = [
        line for one in able for line in (f"# activate {written(one)} at HEX with UNITS", *_assaults(board, side, one))
    ]
    return [
        *notes,
        *lines,
        "# move UNIT to HEX",
        "# assault HEX with UNITS",
        "# bombard HEX with GUNS",
        "# dig UNIT",
        "pass",
    ]


def _assaults(board: Board, side: Side, brigade: str) -> Lines:
    """See 13.1.1, 11.0.4: what its battalions could assault from where they stand."""
    found: dict[HexId, list[UnitId]] = {}
    for unit in battalions(board, side, brigade):
        here, climbs = board.hex_of(unit), is_mountain(board.unit(unit))
        for there in reach_from(board, here, climbs):
            if combat_units(board, there, board.enemy_of(side)) and there in playable(board.scenario):
                found.setdefault(there, []).append(unit)
    return [f"# assault {there} with {', '.join(units)}" for there, units in sorted(found.items())]


def _may_act(board: Board, side: Side, brigade: str, hq: UnitId) -> bool:
    return hq in board.units(side) and board.place(hq) == HQ_BOX and bool(battalions(board, side, brigade))


def _march(board: Board, side: Side) -> Lines:
    """See 11.2.1, 18.2: and who loses a trench by leaving."""
    own = [f"{unit} in {hex_id}" for hex_id, (unit, _) in works(board).items() if board.unit(unit).side == side]
    notes = [f"# raising trenches, and lose the work if they leave: {', '.join(own)}"] if own else []
    return [*notes, "# move UNIT to HEX", "# move UNIT to HEX strategic"]


def _rally(board: Board, side: Side) -> Lines:
    """See 21.2, 21.4: what is replaced without an order, brigade by brigade."""
    wanted = [replacements.by_default(board, side, one) for one in ("", *headquarters(board.scenario, side))]
    found = [order for order in wanted if order]
    hurt = [unit for unit in board.on_map(side) if board.unit(unit).type in INFANTRY and board.steps(unit) == 1]
    note = f"# reduced: {', '.join(hurt)}" if hurt else "# nobody on the map is reduced"
    return [note, *(str(order) for order in found), "# keep UNIT"]


_KINDS: Mapping[str, Callable[[Board, Side], Lines]] = {
    "set-up": _set_up, "reinforcement": _reinforcement, "command": _command, "artillery": _artillery,
    "action": _action, "march": _march, "rally": _rally,
}  # fmt: skip
