"""How the game stands: the day, its weather, Initiative, the score, and what is left of both sides."""

from __future__ import annotations

from pbem.games.strafexpedition import brusilov, victory
from pbem.games.strafexpedition.counters import SIDES, is_battery, is_fortress, is_hq
from pbem.games.strafexpedition.disorganization import SURRENDERED
from pbem.games.strafexpedition.weather import weather
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.pieces import GONE, WAITING, Side
from pbem.kernel.views.summary import Forces, Summary, Track, forces
from pbem.values import replace


def summary(board: Board) -> Summary:
    """See 4.0.4, 22.0, 23.0, 7.0: nothing of the stocks and the plans, which are their owners' business."""
    dates = board.scenario.card["dates"]
    tracks: dict[str, Track] = {
        "day": str(dates[min(board.turn, len(dates)) - 1]),
        "weather": weather(board.scenario, min(board.turn, len(dates))),
        "initiative": SIDES.get(Side(board.noted("initiative")), "not decided yet"),
        "Russian successes": brusilov.successes(board),
        "as it stands": victory.in_words(board),
    }
    left = {side: _forces(board, side) for side in SIDES}
    return Summary(board.turn, board.step, left, victory.counted_points(board), tracks)


def _forces(board: Board, side: Side) -> Forces:
    units = [unit for unit in board.units(side) if not is_hq(board.unit(unit))]
    fighting = [u for u in units if not is_battery(board.unit(u)) and not is_fortress(board.unit(u))]
    found = forces(board, units, (WAITING, GONE, SURRENDERED), fighting=fighting)
    is_hiding = any(is_stand_in(unit) for unit in units if board.is_on_map(unit))
    return replace(found, steps=None) if is_hiding else found
