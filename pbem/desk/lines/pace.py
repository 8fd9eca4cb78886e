"""The pace of the players as a table, on the screen and in a letter."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.desk.lines.layout import columns

_HEAD = ("", "player", "files", "usual time", "on time", "missed")


def pace_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """A line for each player who has sent something that was owed."""
    return columns([_HEAD, *rows]) if rows else ["Nobody has sent anything that was owed yet."]
