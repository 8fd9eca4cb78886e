"""The card of the game for its tests, wherever it lies while the game is in the making."""

from __future__ import annotations

from pbem import library
from pbem.games.italia18.draft import GAME as GAME
from tests.games.italia18.data import FOLDER


def register() -> None:
    """Make the game known to the command line of this process."""
    library.register(GAME.name, "pbem.games.italia18.draft", str(FOLDER))
