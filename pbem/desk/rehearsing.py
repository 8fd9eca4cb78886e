"""Data of a player's own, tried out before a campaign is opened with them: what breaks the rules is refused here."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from pbem.errors import Family, PbemError, Problem, Refused
from pbem.kernel.board import Board
from pbem.kernel.chartfile import Place
from pbem.kernel.game import Game
from pbem.kernel.scenario import Scenario
from pbem.library.own_charts import check_own

_FAULTS = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError, StopIteration)


def loaded_for_play(
    card: Game, texts: Mapping[str, str], scenario: str, options: Mapping[str, str], own: Place
) -> Scenario:
    """The scenario; with data of one's own, in the file `own`, every value is looked at, and it is set up and looked
    at from both sides."""
    if not own.file:
        return card.load(texts, scenario, options)
    try:
        loaded = card.load(texts, scenario, options)
        check_own(card, loaded, own)
        _look_around(card, loaded)
    except _FAULTS as error:
        found = f"{type(error).__name__}: {error}"[:300]
        raise Refused(
            [
                Problem(
                    Family.UNREADABLE,
                    f"the rules cannot be played with the data of {own.file}",
                    found,
                    "data with which the scenario can be set up and every unit can move",
                    advice="look at what differs from the data of the program; if you find nothing wrong, please report"
                    " this message to the makers of the program, and send them the file",
                )
            ]
        ) from error
    return loaded


def _look_around(card: Game, loaded: Scenario) -> None:
    """Whatever looks charts up without orders: set-up, sheets, dangers, victory, pictures, the ways of all units."""
    position = card.set_up(loaded)
    board = Board(loaded, position)
    card.steps(loaded)
    card.summary(board)
    card.look(board)
    for side in card.sides:
        card.view(loaded, position, side)
        card.sheet(board, side)
        card.cautions(board, side)
    for unit, state in position.units.items():
        if state.place in loaded.map.base:
            with contextlib.suppress(PbemError):  # some may not move at all
                card.moves(board, unit)
