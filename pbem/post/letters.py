"""The letters of a store, for who only shows them."""

from __future__ import annotations

from pbem.store.letters import Came, Going, Stage

__all__ = ("Came", "Going", "Stage")
