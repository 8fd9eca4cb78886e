"""S5: mutiny behind the front, Hungarians who go home, and what Entente cavalry makes of it."""

from __future__ import annotations

from pbem.games.italia18.counters import CP, EN, is_combat_unit
from pbem.games.italia18.left_alone import lose_escorted
from pbem.games.italia18.options import HUNGARIANS_BOTH, is_agreed
from pbem.games.italia18.supply import OOS, is_out_of_supply
from pbem.games.italia18.turns import track_turn
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

MUTINY = f"{OOS}=mutiny"  # an Out of Supply marker that the Entente laid
HUNGARIAN = "hungarian"


# -- mutiny --------------------------------------------------------------------------------------------------


def mutineers(board: Board) -> tuple[UnitId, ...]:
    """See S5.sp4, ruling R135: supplied AH combat units out of Entente zones, near an Entente unit."""
    within = int(board.scenario.card["mutiny"]["within"])
    units = [unit for unit in board.on_map(CP) if _may_mutiny(board, unit)]
    enemies = dict.fromkeys([board.hex_of(unit) for unit in board.on_map(EN) if board.unit(unit).type != "air"])
    away = board.map.grid.distance
    return tuple([unit for unit in units if any(away(board.hex_of(unit), there) <= within for there in enemies)])


def _may_mutiny(board: Board, unit: UnitId) -> bool:
    counter = board.unit(unit)
    is_fit = is_combat_unit(counter) and counter.nation == "AH" and not is_out_of_supply(board, unit)
    return is_fit and not is_in_enemy_zoc(board, board.hex_of(unit), CP)


def mutiny(board: Board, table: Table) -> None:
    """S5.sp4 (see rulings R90, R135): after the check of supply the Entente mark up to two of them."""
    card = board.scenario.card["mutiny"]
    able = mutineers(board) if track_turn(board) >= int(card["from_turn"]) else ()
    if not able:
        return
    options = tuple([Option(unit, f"in {board.map.called(board.hex_of(unit))}") for unit in able])
    most = min(int(card["most"]), len(able))
    question = Question(
        EN, "mutiny", options, "S5.sp4", f"which Austro-Hungarian units refuse orders? {most} at most.", many=True,
        hint=f"mutiny: {', '.join(able[:most])}", about={"topic": "mutiny"}, most=most,
    )  # fmt: skip
    for unit in table.ask(question):
        board.mark(UnitId(unit), MUTINY, "S5.sp4")
        board.note("mutiny", "S5.sp4", unit=unit, hex=board.hex_of(UnitId(unit)))


# -- Hungarians ----------------------------------------------------------------------------------------------


def roll_call(board: Board, table: Table, side: Side) -> None:
    """S5.sp6 (see ruling R89): as a CP Movement Phase opens, or any if the players agree, every Hungarian unit rolls.

    Dice are named by hexes; above its morale a unit has left for good.
    """
    is_due = side == CP or is_agreed(board, HUNGARIANS_BOTH)
    if not is_due or track_turn(board) < int(board.scenario.card["hungarians"]["from_turn"]):
        return
    seen: dict[str, int] = {}
    for unit in [one for one in board.on_map(CP) if board.unit(one).has(HUNGARIAN)]:
        here = board.hex_of(unit)
        seen[here] = seen.get(here, 0) + 1
        die = table.roll(f"Hungarians in {here}, unit {seen[here]}", kind="hungarians", rule="S5.sp6", by=CP)
        stays = die <= board.unit(unit).figure("morale")
        board.note("hungarians", "S5.sp6", unit=unit, hex=here, die=die, stays=stays)
        if not stays:
            board.eliminate(unit, "S5.sp6", why="gone home to Hungary")
    lose_escorted(board, CP, "S5.sp6")
