"""S1.sp5, S3.area, S5.sp3, S5.sp4 What the guns of a corps may not do in a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import AH, is_battery
from pbem.games.strafexpedition.terrain import EAST, sector
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId


def _limits(board: Board) -> Mapping[str, Any]:
    found: Mapping[str, Any] = board.scenario.card.get("corps", {})
    return found


def _is_of(board: Board, gun: UnitId, corps: str) -> bool:
    counter = board.unit(gun)
    return counter.side == AH and is_battery(counter) and counter.words.get("corps") == corps


def may_move(board: Board, unit: UnitId) -> bool:
    """S1.sp5 (see S3.area): guns that the scenario ties to their place; they fire as usual."""
    tied = _limits(board).get("tied")
    counter = board.unit(unit)
    return not (tied and counter.side == AH and is_battery(counter) and counter.words.get("corps") in tied)


def check_move(board: Board, unit: UnitId) -> None:
    """See S1.sp5: refuses to move them."""
    if not may_move(board, unit):
        rule = str(_limits(board)["tied_by"])
        why = f"{unit} may fire but not move in this scenario"
        raise Illegal(rule, why, found=board.place(unit), wanted="its place", advice="leave it where it is")


def check_brigade(board: Board, gun: UnitId, brigade: str) -> None:
    """S5.sp3 (see ruling T12): before May 24 mountain guns of III Corps serve brigades of III Corps alone."""
    limit = _limits(board).get("own_brigades")
    if not limit or board.turn >= int(limit["until_turn"]) or not _is_of(board, gun, limit["corps"]):
        return
    if board.unit(gun).type == "mountain-artillery" and brigade not in limit["brigades"]:
        why = f"{gun} serves only brigades of {limit['corps']} Corps before turn {limit['until_turn']}"
        wanted = ", ".join(limit["brigades"])
        raise Illegal("S5.sp3", why, found=brigade, wanted=wanted, advice="attach other guns")


def check_target(board: Board, gun: UnitId, target: HexId) -> None:
    """S5.sp4 (see ruling R125): before May 19 guns of III Corps bombard nothing in the East; they may defend there."""
    limit = _limits(board).get("no_east")
    if not limit or board.turn >= int(limit["until_turn"]) or not _is_of(board, gun, limit["corps"]):
        return
    if sector(board.map, target) == EAST:
        why = f"{gun} may not bombard the East before turn {limit['until_turn']}"
        raise Illegal(
            "S5.sp4", why, found=f"turn {board.turn}", wanted="a target in the West", advice="take other guns"
        )
