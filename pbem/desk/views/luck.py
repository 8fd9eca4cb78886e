"""Luck of the dice: rows by side and kind of roll, the sentence below them, and their picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.desk.views.dice_so_far import luck_so_far
from pbem.dice.luck import Luck, luck_of, percent, verdict
from pbem.store.entry import Reads

if TYPE_CHECKING:
    from pbem.draw.luck import LuckBar

__all__ = ("Luck", "chart", "luck", "percent", "verdict")


def luck(store: Reads, campaign: str, low: Sequence[str]) -> list[Luck]:
    """How lucky each side was; in the kinds of roll named in `low` low faces are good."""
    return list(luck_of(luck_so_far(store, campaign, {word.lower() for word in low})))


def chart(rows: Sequence[Luck], name: str) -> bytes:
    """The luck as PNG."""
    from pbem.draw.luck import draw_luck  # a table of luck needs no picture

    return draw_luck(f"Luck of the dice{f', {name}' if name else ''}", [_bar(row) for row in rows])


def _bar(row: Luck) -> LuckBar:
    from pbem.draw.luck import LuckBar

    share = int(500 * (1 - row.luckier + row.unluckier))  # half of those that fell just so count as luckier
    text = f"{row.side or '-'}, {row.kind}: {row.dice}d{row.sides}"
    return LuckBar(text, share, percent(row.luckier), row.is_unusual)
