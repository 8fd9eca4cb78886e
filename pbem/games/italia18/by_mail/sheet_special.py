"""The order lines of the sheet that only some scenarios have: aircraft, retreat, Trucks, Depots, set-ups."""

from __future__ import annotations

from pbem.games.italia18 import air, hindrances, missions
from pbem.games.italia18.assault_troops import is_assault_troops, may_carry
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.guns import is_gun
from pbem.games.italia18.losses import troops_of
from pbem.games.italia18.options import WHAT_IF
from pbem.games.italia18.retreat_mode import ORDER
from pbem.games.italia18.turns import track_turn
from pbem.games.italia18.ways import PONTOON
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId

Lines = list[str]


def before_moving(board: Board, side: Side) -> Lines:
    """See 11.0, 17.1c, 11.4a, S1.sp12: what comes first in a Movement Phase, where the side has it."""
    return [*flights(board, side, side), *_retreat(board, side), *_pontoons(board, side), *assignments(board, side)]


def at_the_end(board: Board, side: Side) -> Lines:
    """See 11.3.4.1a, 15.5.1: Trucks and Depots, where the side has any."""
    own = {kind: _of_type(board, side, kind) for kind in ("trucks", "depot")}
    lines = [f"# drive {unit} with UNITS to HEX drop UNITS" for unit in own["trucks"] if side == EN]
    return [*lines, *(f"# burn {unit}" for unit in own["depot"])]


def hindering(board: Board, side: Side) -> Lines:
    """See 17.1c, S1.sp9, S1.sp10: what a side may do before the other moves."""
    lines = flights(board, side, board.enemy_of(side))
    card = board.scenario.card
    if side == CP and "refugees" in card:
        lines += ["# refugees HEX, HEX, HEX"] if track_turn(board) >= int(card["refugees"]["from_turn"]) else []
        left = hindrances.bridges_left(board)
        lines += [f"# sabotage HEX/HEX   # {left} left"] if left else []
    return [*lines, "# done   # nothing of it"]


def setting_up(board: Board, side: Side) -> Lines:
    """See S2.opt1, S4.opt1: what may be chosen before the first turn."""
    offered = board.scenario.card.get("displays", {}).get("offered", ()) if side == EN else ()
    lines = [f"# display {number}   # its regiments are one division" for number in offered]
    if side == CP and board.scenario.option(WHAT_IF) == "yes":
        lines.append(f"# swap BRIGADE with DIVISION   # {board.scenario.card['what_if']['swaps']} times at most")
    return [*lines, "# done   # as printed"]


def flights(board: Board, side: Side, phasing: Side) -> Lines:
    """See 17.1c, 17.2a: the Air supports that may fly now."""
    if not missions.may_do_anything(board, side, phasing):
        return []
    return [f"# fly {unit} to HEX observe" for unit in air.in_box(board, side, air.MISSIONS)]


def assignments(board: Board, side: Side) -> Lines:
    """See 11.3.2a: with whom Assault Troops go, where another unit of the hex could have them."""
    hexes = dict.fromkeys([board.hex_of(one) for one in board.on_map(side) if is_assault_troops(board.unit(one))])
    pairs = [pair for hex_id in hexes for pair in troops_of(board, hex_id, side).items()]
    return [f"# assign {troops} to UNIT   # now with {unit}" for troops, unit in pairs if _has_choice(board, troops)]


def _has_choice(board: Board, troops: UnitId) -> bool:
    here, side = board.hex_of(troops), board.unit(troops).side
    kind = board.unit(troops).words.get("kind", "")
    able = [one for one in board.units_at(here, side) if may_carry(board.unit(one), kind)]
    return len(able) > 1


def _retreat(board: Board, side: Side) -> Lines:
    """See S1.sp12: the order to retreat, and what it opens."""
    card = board.scenario.card.get("retreat_order", {})
    if side != EN or not card or track_turn(board) < int(card["from_turn"]):
        return []
    if board.noted(ORDER) != side:
        return ["# retreat-order"]
    guns = [unit for unit in board.on_map(side) if is_gun(board, unit)]
    lines = ["# retreat-mode UNITS", "# try-exit UNIT then HEX else HEX", "# exit UNITS from HEX"]
    return [*lines, *(["# withdraw GUN"] if guns else [])]


def _pontoons(board: Board, side: Side) -> Lines:
    own = [one for one, value in board.marked_sides(PONTOON).items() if value.partition(">")[0] == side]
    return [f"# unbridge {one}" for one in own]


def _of_type(board: Board, side: Side, kind: str) -> list[UnitId]:
    return [unit for unit in board.on_map(side) if board.unit(unit).type == kind]
