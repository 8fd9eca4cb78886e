"""Whether a campaign plays with the data that the program ships, as a person reads it."""

from __future__ import annotations

from typing import Protocol

from pbem.cli.printing import titled, wrapped


class Compared(Protocol):
    """The data of a campaign beside those that are shipped."""

    def lines(self) -> list[str]:
        """A heading, and below it what differs."""


def lines_of(data: Compared) -> list[str]:
    """One line where the data are as shipped, else one for each chart, map row or counter that differs."""
    heading, *changes = data.lines()
    return titled(heading, [wrapped(change, "    ", "  ") for change in changes]) or ["", f"{heading}."]
