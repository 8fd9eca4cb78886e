"""10.1 to 10.3 and 10.5: the morale of the Italian and the Austro-Hungarian army, and their casualties of the turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.games.caporetto.counters import AL, CP, NATION_NAMES, nation_of
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId

ARMIES = ("IT", "AH")  # 10.1
ARMY_OF = {AL: "IT", CP: "AH"}  # 10.5, 17.1: whose level a side's captures and pauses move


def chart(board: Board) -> Mapping[str, Any]:
    """The Morale Track and what hangs on it."""
    found: Mapping[str, Any] = board.scenario.charts["morale"]
    return found


def level(board: Board, nation: str) -> int:
    """10.0, 3.3c (see 10.3, 3.2g): the army's level, which is also its die modifier."""
    return board.number(f"morale.{nation}")


def change(board: Board, nation: str, by: int, rule: str, why: str) -> None:
    """10.3/2, ruling R21: the level moves at once, never above +2 nor below -4."""
    old = level(board, nation)
    new = max(int(chart(board)["lowest"]), min(int(chart(board)["highest"]), old + by))
    board.note("morale", rule, nation=nation, was=old, by=by, level=new, why=why)
    board.write(f"morale.{nation}", new, rule)


# -- who is affected -----------------------------------------------------------------------------------------


def subject_nation(board: Board, units: Iterable[UnitId]) -> str:
    """10.1, 10.1/2 (see 12.2/2, ruling R17): the army whose morale governs the stack: `IT`, `AH`, or nothing."""
    nations = dict.fromkeys(nation_of(board, unit) for unit in units)
    if "IT" in nations and "CZ" in nations and chosen(board, "czech-in-stack") == "immune":
        return ""
    if "IT" in nations:
        return "IT"
    return "AH" if "AH" in nations and "GE" not in nations else ""


# -- casualties ----------------------------------------------------------------------------------------------


def casualties(board: Board, nation: str) -> int:
    """10.2, CT: the steps counted against the army in this turn; the track needs no end."""
    return board.number(f"casualties.{nation}")


def count_casualties(board: Board, nation: str, steps: int, rule: str) -> None:
    """10.2/2 (see 10.2, CT, rulings R13, R15): steps lost in defence, or bought off by a retreat, are counted."""
    if nation in ARMIES and steps:
        board.write(f"casualties.{nation}", casualties(board, nation) + steps, rule)


def loss_for(board: Board, steps: int) -> int:
    """See 10.3, CT: what so many casualties cost: 8 one level, 12 two."""
    for least, lost in board.scenario.charts["casualties"]["loss"]:  # the highest first
        if steps >= least:
            return int(lost)
    return 0


def lose_morale(board: Board) -> None:
    """10.3 (see 4.1/5): at the end of the turn each army pays for its casualties, and the markers go back to 0."""
    for nation in ARMIES:
        steps = casualties(board, nation)
        lost = loss_for(board, steps)
        if lost:
            change(board, nation, -lost, "10.3", f"{steps} steps lost by {NATION_NAMES[nation]} in this turn")
    for nation in ARMIES:
        board.write(f"casualties.{nation}", 0, "4.1/5")


# -- captured hexes ------------------------------------------------------------------------------------------


def capture(board: Board, side: Side, hex_id: str) -> None:
    """10.5, ruling R18: the army of the side that takes a VP hex gains a level; the other loses nothing."""
    gain = int(chart(board)["vp_hex"])
    change(board, ARMY_OF[side], gain, "10.5", f"{hex_id} was captured")
