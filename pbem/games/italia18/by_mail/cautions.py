"""What the next checks of the rules will cost a side as the board stands."""

from __future__ import annotations

from pbem.games.italia18 import supply
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.stacking import excess
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.views.caution import Caution


def cautions(board: Board, side: Side) -> list[Caution]:
    """See 4.0d, 9.1i, 9.2c, 9.3: hexes over the limit, and who is without supply."""
    return [*_crowded(board, side), *_hungry(board, side)]


def _crowded(board: Board, side: Side) -> list[Caution]:
    hexes = dict.fromkeys([board.hex_of(unit) for unit in board.on_map(side)])
    over = [hex_id for hex_id in hexes if excess(board, hex_id, side)]
    words = "{} is over the stacking limit: what is too much is lost when the phase ends"
    return [Caution(words.format(board.map.called(hex_id)), "4.0d") for hex_id in over]


def _hungry(board: Board, side: Side) -> list[Caution]:
    return [_caution(board, unit) for unit in supply.foreseen(board, side)]


def _caution(board: Board, unit: UnitId) -> Caution:
    what, rule = "gets its Out of Supply marker", "9.1i"
    if not is_combat_unit(board.unit(unit)):
        what, rule = "is lost", "9.3"
    elif supply.is_out_of_supply(board, unit):
        what, rule = "is lost", "9.2c"
    return Caution(f"{unit} in {board.hex_of(unit)} has no line of supply and {what} in the next Supply Phase", rule)
