"""19.1 Italian GHQ reserves, 19.2 Lake Garda, 19.3 the Trieste raid: what the Allies alone may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto.by_mail.orders_turn import Raid
from pbem.games.caporetto.control import enter, is_enemy_held
from pbem.games.caporetto.counters import AL, is_division, is_hq, nation_of
from pbem.games.caporetto.headquarters import check_not_exposed
from pbem.games.caporetto.options import is_on
from pbem.games.caporetto.stacking import check_room, check_share
from pbem.games.caporetto.supply import has_line
from pbem.games.caporetto.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table


def row(board: Board, name: str) -> Mapping[str, Any]:
    """The figures of an optional rule."""
    found: Mapping[str, Any] = board.scenario.charts[name]
    return found


# -- 19.1 ----------------------------------------------------------------------------------------------------


def must_roll(board: Board, unit: UnitId) -> bool:
    """See 19.1: a GHQ reserve unit that is to move on turn 1."""
    is_first = is_on(board, "ghq-reserves") and board.turn in row(board, "ghq")["turns"]
    return is_first and board.unit(unit).has("reserve")


def is_released(board: Board, table: Table, unit: UnitId) -> bool:
    """19.1, ruling R110: one die per unit, +2 if an enemy unit is adjacent; on 1-3 it may not move in this turn."""
    chart, here = row(board, "ghq"), board.hex_of(unit)
    enemy = board.enemy_of(board.unit(unit).side)
    around = [other for there in board.map.grid.neighbours[here] for other in board.units_at(there)]
    drm = int(chart["adjacent_drm"]) if any(board.unit(other).side == enemy for other in around) else 0
    die = table.roll(f"GHQ reserve {unit}", rule="19.1", units=(unit,), kind="GHQ reserve", kindest=6)
    is_free = die + drm not in chart["stays_die"]
    board.note("reserve", "19.1", unit=unit, die=die, drm=drm, released=is_free)
    return is_free


def hqs_without_escort(board: Board, goals: Mapping[UnitId, HexId], held: Sequence[UnitId]) -> list[UnitId]:
    """See 19.1, 15.2/2, rulings R58, R154: HQs that stay too, because the reserve that was to guard them stays."""
    staying: list[UnitId] = []
    for hq in [unit for unit in goals if held and is_hq(board.unit(unit))]:
        going = [unit for unit, goal in goals.items() if goal == goals[hq] and unit not in held]
        try:
            check_not_exposed(board, hq, goals[hq], going)
        except Illegal as illegal:
            problem = illegal.problem
            board.note("stays-behind", problem.rule, unit=hq, hex=goals[hq], why=problem.why)
            staying.append(hq)
    return staying


# -- 19.2 ----------------------------------------------------------------------------------------------------


def is_garda_crossing(board: Board, here: HexId, there: HexId) -> bool:
    """See 19.2, ruling R111: the one step over the lake, in this direction only."""
    chart = row(board, "garda")
    return is_on(board, "lake-garda") and (here, there) == (chart["from"], chart["to"])


def crossing_price(board: Board) -> int:
    """See 19.2: the crossing costs two movement points."""
    return int(row(board, "garda")["mp"])


def check_crossing(board: Board, units: Sequence[UnitId]) -> None:
    """19.2: one Italian division a turn, in the Movement Sub-phase."""
    if len(units) != 1:
        raise Illegal("19.2", "one division at a time crosses the lake", found=f"{len(units)} units", wanted="one")
    unit = units[0]
    if nation_of(board, unit) != "IT" or not is_division(board.unit(unit)):
        raise Illegal(
            "19.2", f"{unit} is not an Italian division; only those cross the lake", wanted="an Italian division"
        )
    if board.number("garda") == board.turn:
        raise Illegal("19.2", f"a division has already crossed the lake in turn {board.turn}", wanted="one per turn")


# -- 19.3 ----------------------------------------------------------------------------------------------------


def land(board: Board, table: Table, order: Raid) -> None:
    """See 19.3, ruling R112: at the start of the Allied segment of turn 13 an Italian division lands near Trieste."""
    unit, goal = order.unit, HexId(row(board, "raid")["landing"])
    check_raid(board, unit, goal)
    board.write("raid", unit, "19.3")
    board.mark(unit, "raid", "19.3")
    enter(board, table, (unit,), (board.hex_of(unit), goal), "19.3", how="raid")


def check_raid(board: Board, unit: UnitId, goal: HexId) -> None:
    """19.3 (see 8.1, 8.5, ruling R112): once, on turn 13; an Italian division in supply, outside enemy zones; room
    there."""
    if not is_on(board, "trieste-raid"):
        raise Illegal("19.3", "this campaign is played without the Trieste raid", advice="leave the order out")
    last = int(row(board, "raid")["turn"])
    if board.turn != last:
        raise Illegal("19.3", "the raid comes on the last turn", found=f"turn {board.turn}", wanted=f"turn {last}")
    if board.noted("raid"):
        raise Illegal("19.3", "there is only one raid", found=board.noted("raid"), wanted="one division")
    if nation_of(board, unit) != "IT" or not is_division(board.unit(unit)) or not board.is_on_map(unit):
        raise Illegal("19.3", f"{unit} cannot land", found=board.place(unit), wanted="an Italian division on the map")
    here = board.hex_of(unit)
    if is_in_enemy_zoc(board, here, AL) or not has_line(board, here, AL):
        why = f"{unit} in {board.map.called(here)} cannot embark"
        raise Illegal("19.3", why, wanted="a division in supply and outside enemy zones of control")
    if is_enemy_held(board, goal, AL):
        raise Illegal("19.3", f"the enemy holds {board.map.called(goal)}; nobody can land there")
    check_share(board, unit, goal)
    check_room(board, goal, AL, (unit,))
