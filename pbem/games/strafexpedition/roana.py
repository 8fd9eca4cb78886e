"""S5.sp6 The Bridge of Roana over the gorge of the Assa."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import AH, IT, combat_units, is_hq, is_infantry
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table

RULE = "S5.sp6"
MARK = "bridge"  # of its hexside: `bridge=blown`


def _card(board: Board) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = board.scenario.card.get("bridge")
    return found


def ends(board: Board) -> tuple[HexId, HexId] | None:
    """See S5.sp6, ruling R126: its two hexes, where the scenario has a rule for it."""
    card = _card(board)
    return (HexId(card["hexes"][0]), HexId(card["hexes"][1])) if card else None


def is_bridge(board: Board, a: HexId, b: HexId) -> bool:
    """See S5.sp6, ruling R71: whether the hexside is the bridge and stands."""
    both = ends(board)
    return both is not None and (a, b) in (both, both[::-1]) and not is_blown(board, a, b)


def is_blown(board: Board, a: HexId, b: HexId) -> bool:
    """See S5.sp6, ruling R71: whether it has been destroyed; its road is cut then, and the crag below it is left."""
    return board.side_mark(a, b, MARK) == "blown"


def check_once(attempts: int) -> None:
    """See S5.sp6, ruling R126: one attempt in each Artillery Phase."""
    if attempts:
        why = "the bridge has been tried today"
        raise Illegal(RULE, why, found="a second attempt", wanted="one an Artillery Phase", advice="try again tomorrow")


def blow(board: Board, table: Table, side: Side) -> None:
    """S5.sp6 (see ruling R126): the Italian attempt, once an Artillery Phase; 1 to 4 destroys the bridge."""
    both, card = ends(board), _card(board)
    if both is None or card is None or side != IT:
        why, wanted = "there is no bridge for you to blow up", "the Italian side of the campaign"
        raise Illegal(RULE, why, found=side, wanted=wanted, advice="leave the order out")
    if is_blown(board, *both):
        raise Illegal(RULE, "the bridge is down already", found="blown", wanted="a bridge", advice="leave it out")
    near = int(card["enemy_within"])
    if not any(_is_near(board, HexId(end), near) for end in both):
        why = "no Austro-Hungarian unit is near the bridge"
        raise Illegal(RULE, why, found="none", wanted=f"one within {near} hexes of it", advice="wait")
    own = [unit for end in both for unit in board.units_at(end, IT)]
    if not any(is_infantry(board.unit(unit)) for unit in own):
        why = "you have no infantry at the bridge"
        raise Illegal(RULE, why, found="none", wanted=f"infantry in {both[0]} or {both[1]}", advice="send some")
    die = table.roll("bridge", rule=RULE, by=IT, kindest=1)
    is_down = die in card["blown_on"]
    board.note("bridge-attempt", RULE, hexside=f"{both[0]}/{both[1]}", die=die, blown=is_down)
    if is_down:
        board.mark_side(*both, f"{MARK}=blown", RULE)


def _is_near(board: Board, end: HexId, near: int) -> bool:
    units = [unit for one in board.map.grid.within(end, near) for unit in combat_units(board, one, AH)]
    return any(not is_hq(board.unit(unit)) for unit in units)
