"""What the next checks of the rules will cost a side as the board stands."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.errors import Illegal
from pbem.games.durchbruch.communication import in_command, is_cut_off
from pbem.games.durchbruch.counters import CORPS, corps_of, is_real
from pbem.games.durchbruch.stacking import check_stack
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.views.caution import Caution


def cautions(board: Board, side: Side) -> tuple[Caution, ...]:
    """See 10.1, 14.1.5: units that lose their line at the next check, and stacks over the limit."""
    return (*_cut_off(board, side), *_crowded(board, side))


def _cut_off(board: Board, side: Side) -> Iterator[Caution]:
    for corps in CORPS[side]:
        connected = in_command(board, side, corps)
        own = [u for u in board.on_map(side) if corps_of(board.unit(u)) == corps and is_real(board.unit(u))]
        lost = [unit for unit in own if unit not in connected and not is_cut_off(board, unit)]
        if lost:
            yield Caution(f"{', '.join(lost)}: out of communication when the {corps} is drawn", "10.1")


def _crowded(board: Board, side: Side) -> Iterator[Caution]:
    for hex_id in sorted(dict.fromkeys(board.hex_of(unit) for unit in board.on_map(side))):
        try:
            check_stack(board.map, hex_id, [board.unit(unit) for unit in board.units_at(hex_id, side)])
        except Illegal as refusal:
            yield Caution(f"{refusal.problem.why}: regularise it in the next operation of the corps", "14.1.5")
