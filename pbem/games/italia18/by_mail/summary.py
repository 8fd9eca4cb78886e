"""How the game stands: the date, the sequence and its weather, the score, and what is left of both sides."""

from __future__ import annotations

from pbem.games.italia18 import air, offensive, turns, victory, weather
from pbem.games.italia18.counters import SIDES, takes_hits
from pbem.kernel.board import Board
from pbem.kernel.pieces import GONE, WAITING, Side
from pbem.kernel.views.summary import Forces, Summary, Track, forces


def summary(board: Board) -> Summary:
    """See 7.0a, 10.0a, 16.0: what lies open beside the map."""
    tracks: dict[str, Track] = {
        "date": date(board),
        "initiative": SIDES[turns.initiative(board.scenario)],
        "Offensive": "in progress" if offensive.is_offensive(board) else "none",
        "sequence": turns.sequence(board) or "not begun",
        "weather": sky(board),
        **skies(board),
        "as it stands": victory.in_words(board),
    }
    left = {side: _forces(board, side) for side in SIDES}
    return Summary(board.turn, board.step, left, victory.score(board), tracks)


def skies(board: Board) -> dict[str, Track]:
    """See 17.1a, 17.1b: what lies in the boxes of the Air supports, where the players use them."""
    if not weather.has_air(board.scenario):
        return {}
    rows = [f"{SIDES[side]} {len(air.in_box(board, side, air.MISSIONS))}" for side in SIDES]
    return {"Air supports ready": ", ".join(rows)}


def date(board: Board) -> str:
    """See 7.0a: three days to a turn."""
    dates = board.scenario.card.get("dates", ())
    return str(dates[min(board.turn, len(dates)) - 1]) if dates else f"turn {turns.track_turn(board)}"


def sky(board: Board) -> str:
    """See 10.0a: the weather of the sequence in words."""
    now = board.noted(weather.NOTE)
    if not now:
        return "not known yet"
    return f"morning fog, then {now}" if board.noted(weather.FOG_NOTE) else now


def _forces(board: Board, side: Side) -> Forces:
    units = board.units(side)
    fighting = [unit for unit in units if takes_hits(board.unit(unit))]
    return forces(board, units, (WAITING, GONE), fighting=fighting)
