"""16.3 Morale in Assaults: whose counts, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.strafexpedition.counters import is_battery
from pbem.games.strafexpedition.disorganization import current_morale
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Term


def best(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 13.4.4, 16.3, ruling R68: the units of the highest current morale, fortresses too, guns never."""
    able = [unit for unit in units if not is_battery(board.unit(unit))]
    most = max([current_morale(board, unit) for unit in able], default=0)
    return tuple([unit for unit in able if current_morale(board, unit) == most])


def shift(board: Board, attackers: Sequence[UnitId], defenders: Sequence[UnitId]) -> Term:
    """16.3 (see 16.1, rulings M1, R68): a column for every so many points between the current morale of both."""
    ours, theirs = best(board, attackers), best(board, defenders)
    if not ours or not theirs:
        return Term("morale", "16.3", 0)
    high, low = current_morale(board, ours[0]), current_morale(board, theirs[0])
    columns = abs(high - low) // int(board.scenario.charts["assault_shifts"]["morale_points"])
    return Term(f"morale {high} against {low}", "16.3", columns if high > low else -columns)
