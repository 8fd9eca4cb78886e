"""What the next checks of the rules will cost a side as the board stands."""

from __future__ import annotations

from pbem.games.strafexpedition.counters import is_hq
from pbem.games.strafexpedition.disorganization import disorganization, is_beside_enemy, threshold
from pbem.games.strafexpedition.stacking import excess
from pbem.games.strafexpedition.supply import is_supplied
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.caution import Caution


def cautions(board: Board, side: Side) -> list[Caution]:
    """See 6.1, 12.7, 10.3: hexes over the limit, units without supply, and who would surrender by it."""
    return [*_crowded(board, side), *_hungry(board, side)]


def _crowded(board: Board, side: Side) -> list[Caution]:
    hexes = dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side))
    over = [hex_id for hex_id in hexes if excess(board, hex_id, side)]
    words = "{} is over the stacking limit: everybody there takes a point of disorganization tonight"
    return [Caution(words.format(board.map.called(hex_id)), "6.1") for hex_id in over]


def _hungry(board: Board, side: Side) -> list[Caution]:
    units = [unit for unit in board.on_map(side) if not is_hq(board.unit(unit)) and not is_supplied(board, unit)]
    return [Caution(_words(board, unit), "10.3") for unit in units]


def _words(board: Board, unit: UnitId) -> str:
    is_at_its_end = disorganization(board, unit) + 1 >= threshold(board, unit) and is_beside_enemy(board, unit)
    what = "surrenders in the next Supply Phase" if is_at_its_end else "takes a point in the next Supply Phase"
    return f"{unit} in {board.hex_of(unit)} has no line of supply and {what}"
