"""S1: refugees on the roads and bridges blown behind the Italians, before they move."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import ways
from pbem.games.italia18.allowance import REFUGEES
from pbem.games.italia18.by_mail.orders_special import Refugees, Sabotage
from pbem.games.italia18.counters import CP, EN
from pbem.games.italia18.supply_lines import has_enemy, is_in_command
from pbem.games.italia18.turns import track_turn
from pbem.games.italia18.walking import enemy_near
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import Order

BLOWN = f"bridge={ways.BLOWN}"
USED = "sabotage"  # the note of how many bridges have been found destroyed


def may_do_anything(board: Board, side: Side) -> bool:
    """See S1.sp9, S1.sp10: whether the CP have markers to lay before the Italians move."""
    card = board.scenario.card
    if side != CP or "refugees" not in card:
        return False
    return track_turn(board) >= int(card["refugees"]["from_turn"]) or bridges_left(board) > 0


def bridges_left(board: Board) -> int:
    """See S1.sp10: markers that are left, once the turn for them has come."""
    card = board.scenario.card.get("bridge_markers", {})
    is_time = bool(card) and track_turn(board) >= int(card["from_turn"])
    return int(card["uses"]) - board.number(USED) if is_time else 0


def run(board: Board, table: Table, orders: Sequence[Order], side: Side) -> None:
    """See S1.sp9, S1.sp10: in the order written."""
    laid = 0
    for order in orders:
        if isinstance(order, Refugees):
            with table.attempt(order):
                check_refugees(board, order.hexes, side, laid)
                lay_refugees(board, order.hexes)
                laid += len(order.hexes)
        elif isinstance(order, Sabotage):
            with table.attempt(order):
                sabotage(board, order.here, order.there, side)


# -- refugees ------------------------------------------------------------------------------------------------


def check_refugees(board: Board, hexes: Sequence[HexId], side: Side, laid: int) -> None:
    """S1.sp9: from turn 3, three stacks at most, each near a CP unit and in no zone of theirs."""
    card = board.scenario.card.get("refugees", {})
    if not card or side != CP or track_turn(board) < int(card["from_turn"]):
        why = "there are no refugees on the roads yet"
        raise Illegal("S1.sp9", why, found=f"turn {track_turn(board)}", wanted="the CP from turn 3 on at Caporetto")
    most, within = int(card["most"]), int(card["within"])
    if laid + len(hexes) > most:
        raise Illegal("S1.sp9", f"{most} Refugee markers are all there are", found=", ".join(hexes))
    for hex_id in hexes:
        if not any(board.unit(unit).nation == "IT" for unit in board.units_at(hex_id, EN)):
            raise Illegal("S1.sp9", f"no Italians are in {hex_id}", found=hex_id, wanted="an Italian unit or stack")
        if not enemy_near(board, hex_id, EN, within):
            raise Illegal("S1.sp9", f"no unit of yours is within {within} hexes of {hex_id}", found=hex_id)
        if is_in_enemy_zoc(board, hex_id, EN):
            raise Illegal("S1.sp9", f"{hex_id} lies in a zone of control of yours", found=hex_id, wanted="none there")


def lay_refugees(board: Board, hexes: Sequence[HexId]) -> None:
    """See S1.sp9, ruling R106: every unit of the stack has half its points, wherever it goes."""
    for hex_id in hexes:
        for unit in board.units_at(hex_id, EN):
            if board.unit(unit).nation == "IT" and board.unit(unit).type != "air":
                board.mark(unit, REFUGEES, "S1.sp9")
        board.note("refugees", "S1.sp9", hex=hex_id)


def clear_refugees(board: Board) -> None:
    """See S1.sp9: with the Movement Phase they are gone."""
    for unit in [one for one in board.marked(EN) if board.is_marked(one, REFUGEES)]:
        board.unmark(unit, REFUGEES, "S1.sp9")


# -- bridges -------------------------------------------------------------------------------------------------


def sabotage(board: Board, here: HexId, there: HexId, side: Side) -> None:
    """S1.sp10 (see 11.2.5a, ruling R160): no die is cast; twice in the game."""
    if side != CP or bridges_left(board) <= 0:
        why = "no Bridge Destroyed marker can be laid now"
        wanted = "the CP at Caporetto, from turn 2, twice in the game"
        raise Illegal("S1.sp10", why, found=f"{here}/{there}", wanted=wanted, advice="leave the line out")
    if not ways.standing_bridges(board, here, there):
        raise Illegal("S1.sp10", f"no bridge stands between {here} and {there}", found=f"{here}/{there}")
    if any(has_enemy(board, end, EN) or is_lost(board, end) for end in (here, there)):
        why = f"the Entente do not control the bridge from {here} to {there}"
        raise Illegal("S1.sp10", why, wanted="both ends free of your units and of zones without an Italian unit")
    within = int(board.scenario.card["bridge_markers"]["within"])
    if not any(is_in_command(board, end, EN) for end in (here, there)):
        raise Illegal("S1.sp10", f"no Italian HQ has {here} or {there} in its Command Radius", found=f"{here}/{there}")
    if not any(enemy_near(board, end, EN, within) for end in (here, there)):
        raise Illegal("S1.sp10", f"no unit of yours is within {within} hexes of the bridge", found=f"{here}/{there}")
    board.write(USED, board.number(USED) + 1, "S1.sp10")
    board.mark_side(here, there, BLOWN, "S1.sp10")
    board.note("sabotage", "S1.sp10", hexside=f"{here}/{there}")


def is_lost(board: Board, end: HexId) -> bool:
    """See S1.sp10, ruling R160: a zone of the CP covers the hex and no Italian combat unit stands in it."""
    friends = [unit for unit in board.units_at(end, EN) if board.unit(unit).type != "air"]
    return is_in_enemy_zoc(board, end, EN) and not friends
