"""23.0 Victory: points for places and prisoners, breakthroughs, and how each scenario is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.games.strafexpedition.area import playable
from pbem.games.strafexpedition.control import holder
from pbem.games.strafexpedition.counters import AH, IT, SIDES, is_battery, is_fortress
from pbem.games.strafexpedition.disorganization import SURRENDERED
from pbem.games.strafexpedition.rebuilding import lost_note
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.score import Score, ScoreLine

WINNER, DRAW = "winner", "draw"


def is_over(board: Board) -> bool:
    """See 23.0: whether the game has been decided."""
    return bool(board.noted(WINNER))


def holds_all(board: Board, side: Side, hexes: Sequence[str]) -> bool:
    """See 23.1.1, 23.3: whether the side controls every one of these hexes."""
    return all(holder(board, HexId(one)) == side for one in hexes)


# -- counting ------------------------------------------------------------------------------------------------


def places(board: Board) -> tuple[Mapping[str, Any], ...]:
    """23.1, 23.1.1 (see rulings R98, R115): the objectives that Austria-Hungary holds whole; Italy has none."""
    return tuple([one for one in board.scenario.charts["objective"] if holds_all(board, AH, one["hexes"])])


def prisoners(board: Board, side: Side) -> int:
    """23.2 (see 17.3, rulings R97, T32): the steps of a side that have surrendered or been captured."""
    chart = board.scenario.charts["victory"]

    def worth(unit: UnitId) -> int:
        counter = board.unit(unit)
        kind = "fortress" if is_fortress(counter) else "artillery" if is_battery(counter) else "battalion"
        return int(chart[kind])

    return sum(worth(unit) for unit in board.units_at(SURRENDERED, side)) + board.number(lost_note(side))


def score(board: Board) -> Score:
    """See 23.0, 23.1, 23.2, ruling R96: a point for every ten steps, rounded down once."""
    held = places(board)
    names, points = tuple(str(one["name"]) for one in held), sum(int(one["points"]) for one in held)
    rows = [ScoreLine(AH, "23.1", "places held", len(held), points, names)]
    for side in SIDES:
        steps = prisoners(board, board.enemy_of(side))
        each = int(board.scenario.charts["victory"]["steps_for_a_point"])
        rows.append(ScoreLine(side, "23.2", "enemy steps captured", steps, steps // each))
    return Score(tuple(rows), tuple(SIDES))


def counted_points(board: Board) -> Score:
    """See S1.vc to S5.vc: the points where they decide the scenario; no row where places do."""
    return score(board) if board.scenario.card["victory"].get("points") else Score((), tuple(SIDES))


def total(board: Board) -> int:
    """See 23.0, ruling T21: Austro-Hungarian points less Italian ones."""
    found = score(board)
    return found.total(AH) - found.total(IT)


# -- deciding ------------------------------------------------------------------------------------------------


def breakthrough(board: Board) -> Side | None:
    """23.3, 23.4 (see rulings R127, T15): who holds all the towns in the enemy's rear; where all are in the area."""
    area = playable(board.scenario)
    for side in SIDES:
        hexes = board.scenario.charts["breakthrough"][side]
        if all(HexId(one) in area for one in hexes) and holds_all(board, side, hexes):
            return side
    return None


def result(board: Board) -> str:
    """S1.vc, S2.vc, S3.vc, S4.vc, S5.vc (see 23.0): the winner as things stand at the end, or a draw."""
    card = board.scenario.card["victory"]
    if card.get("points"):
        found = total(board)
        return AH if found >= int(card["ah_at_least"]) else IT if found <= int(card["it_at_most"]) else DRAW
    held = _in_ah_hands(board, card["objectives"])
    if len(held) >= int(card["ah_needs"]):
        return AH
    return DRAW if _in_ah_hands(board, card.get("draw_objectives", ())) else IT


def _in_ah_hands(board: Board, hexes: Sequence[str]) -> list[HexId]:
    return [HexId(one) for one in hexes if holder(board, HexId(one)) == AH]


def is_last_turn(board: Board) -> bool:
    """S5.length (see 22.0, 23.0): the day after which the game ends, whatever happens in Galicia."""
    return board.turn >= int(board.scenario.card["turns"])


def decide(board: Board) -> None:
    """23.0 (see 4.0.12): in the Victory Check Phase a breakthrough at once, the points after the last day."""
    if is_over(board):
        return
    won = breakthrough(board)
    if won:
        board.write(WINNER, won, "23.3" if won == AH else "23.4")
        board.note("victory", "23.3" if won == AH else "23.4", winner=won, text="a breakthrough", **_counted(board))
    elif is_last_turn(board):
        count(board)


def count(board: Board) -> None:
    """See 22.0, 23.0, ruling R188: the points decide; so too at the third Russian success, in the Event Phase."""
    found = result(board)
    board.write(WINNER, found, "23.0")
    board.note("victory", "23.0", winner=found, text=in_words(board), **_counted(board))


def _counted(board: Board) -> dict[str, Any]:
    return counted_points(board).as_json()


def in_words(board: Board) -> str:
    """See S1.vc to S5.vc: how the scenario stands, in a line."""
    card = board.scenario.card["victory"]
    if card.get("points"):
        wanted = f"Austria-Hungary wins with {card['ah_at_least']}, Italy at {card['it_at_most']} or less"
        return f"a total of {total(board)}; {wanted}"
    held, needs = _in_ah_hands(board, card["objectives"]), counted(int(card["ah_needs"]), "objective")
    listed = f" ({', '.join(map(board.map.called, held))})" if held else ""
    found = f"{counted(len(held), 'objective')} in Austro-Hungarian hands{listed}; Austria-Hungary wins with {needs}"
    if "draw_objectives" not in card:
        return found
    now = ", ".join(_in_ah_hands(board, card["draw_objectives"])) or "none"
    return f"{found}, and draws with one of {', '.join(card['draw_objectives'])} (it holds {now})"
