"""17.1 Air supports: the boxes, who rules the air on a turn, and how supports come back."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.counters import EN, SIDES
from pbem.games.italia18.turns import reacting, track_turn
from pbem.games.italia18.weather import has_air
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

AVAILABLE, MISSIONS = "available", "missions"  # the boxes
MISSION = "mission"  # the mark of an Air support over a hex: observe, bombard, interdict, pontoon
CLAIMED = "free-air"  # the note of the turn on which the Entente claimed the air
NOT_NOW, CLAIM = "no", "yes"


def supports(board: Board, side: Side) -> tuple[UnitId, ...]:
    """See 17.1a: the side's Air supports, wherever they are."""
    return tuple([unit for unit in board.units(side) if board.unit(unit).type == "air"])


def in_box(board: Board, side: Side, box: str) -> tuple[UnitId, ...]:
    """See 17.1a, 17.1b: those that lie in a box."""
    return tuple([unit for unit in board.units_at(box, side) if board.unit(unit).type == "air"])


def stand_by(board: Board) -> None:
    """17.1a: when a turn begins all Air supports go back to their Available box."""
    for side in SIDES:
        for unit in supports(board, side):
            if board.place(unit) == MISSIONS:
                board.put(unit, AVAILABLE, "17.1a", how="stood-by")


# -- who rules the air ---------------------------------------------------------------------------------------


def run(board: Board, table: Table) -> None:
    """See 7.0b, 17.1a, 17.1b: the Air Superiority Phase, where the players use Air supports at all."""
    if not has_air(board.scenario):
        return
    stand_by(board)
    if claims(board, table):
        board.write(CLAIMED, track_turn(board), "S3.sp4")
        ready(board, in_box(board, EN, AVAILABLE))
        board.note("air", "S3.sp4", side=EN, number=len(in_box(board, EN, MISSIONS)), claimed=True)
        return
    side, number = roll(board, table)
    drawn = draw(board, table, side, number) if side else ()
    ready(board, drawn)
    board.note("air", "17.1b", side=side, number=len(drawn), claimed=False)


def roll(board: Board, table: Table) -> tuple[Side, int]:
    """17.1b (see rulings R14, R203): one die names the side that flies on this turn, and with how many supports."""
    drm = board.scenario.charts["air_superiority_drm"].get(str(board.scenario.card["number"]).lower(), 0)
    die = table.roll("air superiority", rule="17.1b")
    rows = {int(key[3:]): row[0] for key, row in board.scenario.charts["air_superiority"].items() if key[:3] == "row"}
    found = str(rows[min(max(die + int(drm), min(rows)), max(rows))])
    side, _, number = found.partition(" ")
    return (Side(side), int(number)) if number else (Side(""), 0)


def draw(board: Board, table: Table, side: Side, number: int) -> tuple[UnitId, ...]:
    """See 17.1b: so many of the side's supports, drawn blindly; all of them if there are not enough."""
    pool = list(in_box(board, side, AVAILABLE))
    drawn: list[UnitId] = []
    while pool and len(drawn) < number:
        found = table.draw(f"Air support {len(drawn) + 1}", pool, rule="17.1b") if len(pool) > 1 else pool[0]
        pool.remove(found)
        drawn.append(found)
    return tuple(drawn)


def ready(board: Board, units: Sequence[UnitId]) -> None:
    """See 17.1b: they lie in the Missions box for the turn."""
    for unit in units:
        board.put(unit, MISSIONS, "17.1b", how="ready")


# -- the Entente claim it ------------------------------------------------------------------------------------


def may_claim(board: Board) -> bool:
    """See S3.sp4, S4.sp4, S5.sp3, S4.opt1, ruling R93: once in the game, on one of the turns that the card names."""
    card = board.scenario.card.get("air", {})
    is_barred = board.scenario.option("what-if") == "yes"
    return track_turn(board) in card.get("free_turns", ()) and not board.noted(CLAIMED) and not is_barred


def claims(board: Board, table: Table) -> bool:
    """S5.sp3 (see S3.sp4, S4.sp4, ruling R93): before the die the Entente may take the air with all they have."""
    if not may_claim(board):
        return False
    number = len(in_box(board, EN, AVAILABLE))
    options = (
        Option(NOT_NOW, "leave it to the die"),
        Option(CLAIM, f"all {number} Air supports fly for you this turn"),
    )
    question = Question(
        EN, "claim the air", options, "S3.sp4", "do you claim the air for this turn? You may do so once in the game.",
        default=(NOT_NOW,), hint=f"free-air: turn {track_turn(board)}",
        about={"topic": CLAIMED, "turn": track_turn(board)},
    )  # fmt: skip
    return table.choose(question) == CLAIM


# -- coming back ---------------------------------------------------------------------------------------------


def end_sequence(board: Board, table: Table, side: Side) -> None:
    """17.1c, 17.1e: after the phases of both sides every support over the map rolls for its box."""
    if side != reacting(board.scenario):
        return
    for unit in [one for owner in SIDES for one in supports(board, owner) if board.is_on_map(one)]:
        owner = board.unit(unit).side
        die = table.roll(f"return of {unit}", kind="air return", rule="17.1c", by=owner)
        again = die in board.scenario.charts["air"]["returns_to_missions"]
        board.unmark(unit, MISSION, "17.1c")
        board.put(unit, MISSIONS if again else AVAILABLE, "17.1c", how="landed", die=die)
