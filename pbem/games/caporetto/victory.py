"""5.2 and 5.3: victory points, line by line, and who has won."""

from __future__ import annotations

from pbem.games.caporetto.control import controller
from pbem.games.caporetto.counters import AL, CP, SIDES
from pbem.games.caporetto.morale import level
from pbem.games.caporetto.options import chosen
from pbem.games.caporetto.replacements import mobilized
from pbem.games.caporetto.supply import has_line
from pbem.games.caporetto.venezia import chart, is_over
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.score import Score, ScoreLine

# -- counting ------------------------------------------------------------------------------------------------


def counts_for(board: Board, hex_id: HexId) -> str:
    """5.2 (see 3.4, ruling R101): the side that scores the hex: its controller, if a line of supply leads from
    there."""
    side = controller(board, hex_id)
    if not side or not has_line(board, hex_id, Side(side)):
        return ""
    if chosen(board, "empty-vp-hex") == "occupied" and not board.units_at(hex_id):
        return ""
    return side


def score(board: Board) -> Score:
    """5.2/1, 5.2/2, 13.2.1/3 (see 5.2, 19.6/2, rulings R89, R101, R114): the points as they stand."""
    row = chart(board)
    found = []
    for side in SIDES:
        hexes = tuple([h for h in board.map.hexes_with("vp") if counts_for(board, h) == side])
        found.append(ScoreLine(side, "5.2", "VP hexes in supply", len(hexes), len(hexes), hexes))
    low = row["austrian_morale"]
    is_low = level(board, "AH") <= int(low["at_or_below"])
    found.append(ScoreLine(AL, "5.2/1", "Austro-Hungarian morale broken", int(is_low), int(is_low) * int(low["AL"])))
    calls = len(mobilized(board))
    found.append(ScoreLine(CP, "5.2/2", "Italian General Mobilizations", calls, calls * int(row["mobilization"]["CP"])))
    used, price = int(bool(board.noted("alpini"))), int(board.scenario.charts["alpini"]["vp"]["CP"])
    found.append(ScoreLine(CP, "19.6/2", "Alpini assault tactics", used, used * price))
    return Score(tuple(found), tuple(SIDES))


def winner(board: Board) -> Side:
    """5.3, ruling R103: the Allies with a margin of 8 or more, else the Central Powers; there is no draw."""
    found = score(board)
    return AL if found.total(AL) - found.total(CP) >= int(chart(board)["margin"]) else CP


def is_last_turn(board: Board) -> bool:
    """See 4.0: the game has 13 turns."""
    return board.turn >= int(board.scenario.card.get("turns", board.scenario.charts["turns"]["last"]))


def decide(board: Board) -> None:
    """See 5.0, 5.2, 5.3, 5.1/4, 4.1/5: after the last turn the points are counted."""
    if is_over(board) or not is_last_turn(board):
        return
    found, won = score(board), winner(board)
    margin = found.total(AL) - found.total(CP)
    wanted = chart(board)["margin"]
    text = f"Allies {found.total(AL)}, Central Powers {found.total(CP)}: a margin of {margin}, {wanted} wanted"
    board.write("winner", won, "5.3")
    board.note("victory", "5.3", winner=won, text=text, **found.as_json())
