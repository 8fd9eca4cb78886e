"""What is printed over every post: the chits, the losses, the score, and what is left of both sides."""

from __future__ import annotations

from pbem.games.durchbruch import end_of_turn, victory
from pbem.games.durchbruch.counters import AG, SIDES, is_combat_unit
from pbem.games.durchbruch.cup import in_cup
from pbem.games.durchbruch.exits import EXITED
from pbem.games.durchbruch.marks import DRAWN, lost
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import ASIDE, GONE, WAITING, Side
from pbem.kernel.score import Score, ScoreLine
from pbem.kernel.views.summary import Forces, Summary, Track, forces


def summary(board: Board) -> Summary:
    """See 15.2, 16.1: the chits, the losses, the places that have scored without a plan, and what is left of both."""
    tracks: dict[str, Track] = {
        "drawn": board.noted(DRAWN) or "-",
        "cup": ", ".join(in_cup(board)) or "-",
        "steps lost": ", ".join(
            f"{board.number(lost(who))} {who.capitalize()}" for who in ("german", "austrian", "italian")
        ),
    }
    return Summary(board.turn, board.step, {side: _forces(board, side) for side in SIDES}, score(board), tracks)


def score(board: Board) -> Score:
    """See 16.1, 15.2: what counts for everybody; what a secret plan makes of it is nobody's business yet."""
    held = end_of_turn.held_by_turns(board)
    scored = victory.places_scored(board.scenario, held)
    named = [(one, f"{board.map.called(one.hex_id)}, turn {one.turn}, {one.corps}") for one in scored]
    lines = [ScoreLine(AG, "16.1", words, 1, one.printed, (one.hex_id,)) for one, words in named]
    steps_lost = victory.loss_points(board.scenario, end_of_turn.losses(board))
    exits = board.number("exits")
    return Score(
        (*lines, ScoreLine(AG, "17-G3", "exits", exits, exits), ScoreLine(AG, "16.1", "steps lost", 1, steps_lost)),
        tuple(SIDES),
    )


def _forces(board: Board, side: Side) -> Forces:
    units = board.units(side)
    fighting = [unit for unit in units if is_combat_unit(board.unit(unit))]
    found = forces(board, units, (WAITING, GONE, ASIDE, EXITED), fighting=fighting)
    is_hiding = any(is_stand_in(unit) for unit in units)
    return Forces(found.on_map, None, found.places) if is_hiding else found
