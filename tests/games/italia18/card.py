"""The card of the game for its tests, wherever it lies while the game is in the making."""

from __future__ import annotations

from pbem.games.italia18.draft import GAME as GAME
