"""Answers in advance: what an order file and standing orders say to a question of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18.by_mail import counsel_move
from pbem.games.italia18.by_mail.conditions import fits
from pbem.games.italia18.counters import is_combat_unit
from pbem.games.italia18.stacking import worth
from pbem.kernel import choosing
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.text.counsel import Counsel


def weakest_first(board: Board, units: Sequence[UnitId]) -> Sequence[UnitId]:
    """See 4.0d: combat units by defence and morale; supports come last."""
    fighters = [unit for unit in units if is_combat_unit(board.unit(unit))]
    return [*choosing.weakest_first(fighters, worth(board)), *(unit for unit in units if unit not in fighters)]


counsel = Counsel(weakest_first, orders={}, preferences={**counsel_move.PREFERENCES}, fits=fits)
