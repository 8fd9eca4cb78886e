"""13.2.2 Observers of an Action: hexes in Command Range that see a target, with the dice of 8.1 where they are needed."""

from __future__ import annotations

from pbem.games.strafexpedition.action import Action
from pbem.games.strafexpedition.observation import observers
from pbem.games.strafexpedition.sight import sees
from pbem.games.strafexpedition.weather import weather
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.table import Table


def observers_for(board: Board, table: Table, action: Action, target: HexId) -> tuple[HexId, ...]:
    """See 13.2.2, 8.1, rulings R8, R51, R138: a hex in Command that sees the target; none where nobody does.

    The nearest to the headquarters first. A die is cast only if no hex that is surely in Command will do.
    """
    command, sky = action.command, weather(board.scenario, board.turn)
    hoped = [one for one in board.map.grid.within(action.at, command.length) if command.could_cover(board, one)]
    eyes = [one for one in observers(board, action.side, hoped) if sees(board.scenario, sky, one, target)]
    sure = command.certain(board)
    near = sorted(eyes, key=lambda one: (one not in sure, board.map.grid.distance(action.at, one), one))
    return next(((one,) for one in near if command.covers(table, action.side, one)), ())
