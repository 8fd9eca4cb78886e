"""The card of the game for its tests."""

from __future__ import annotations

from pbem.games.italia18.card import GAME as GAME
