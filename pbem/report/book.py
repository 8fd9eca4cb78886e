"""The book of a campaign: what its archive knows of every step, and the figures turn by turn.

`bookpages` makes pages of it. Files are named relative to the page, with `/` between folders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.values import NamedTuple, dataclass, field

DEEPER = 2  # levels between the headings of a post and those of the same post in a series book


class BookFile(NamedTuple):
    """A file that the page points to."""

    title: str
    file: str


class BookChart(NamedTuple):
    """A chart as a picture, and what it shows in a sentence."""

    title: str
    file: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class BookStep:
    """A step that was played. `html`, `md` and `text` are its post as the report room wrote it.

    `md` is written as part of a book: without its title, with headings `DEEPER` than those of a post.
    """

    label: str  # t3/cp-combat: no other step has it, and a link to the step ends with it
    title: str
    turn: int
    side: str  # the side whose step it is; empty for both or none
    board: str  # empty where there is no picture
    happened: str  # in one line
    html: str
    md: str
    text: str
    proof: str = ""  # the proof block; empty where no dice were cast
    date: str = ""  # of the turn, in the game
    at: str = ""  # when it was played, by the record
    losses: Mapping[str, int] = field(default_factory=dict)  # steps lost in this step, by side
    points: Mapping[str, int] = field(default_factory=dict)  # victory points after this step, by side
    files: tuple[BookFile, ...] = ()
    action: tuple[int, ...] = ()  # the pixels of the board where something happened: left, top, right, bottom
    drawn: str = ""  # its name among the boards of the kit
    seen: str = ""  # the board in words, for who does not see it


@dataclass(frozen=True, slots=True)
class Book:
    """A campaign from its first step to the last that was played."""

    campaign: str
    name: str
    game: str
    scenario: str
    players: Mapping[str, str]  # by side
    sides: Mapping[str, str]  # titles by side, in the order of the game
    steps: tuple[BookStep, ...]
    charts: tuple[BookChart, ...] = ()
    files: tuple[BookFile, ...] = ()
    outcome: str = ""
    luck: str = ""
    commitment: str = ""  # hex, published before the first die
    kit: Mapping[str, Any] | None = None  # the boards as data; None where each is a picture of its own
    again: str = ""  # how often steps were taken back, and how many dice no longer count: a sentence


def by_turn(book: Book) -> dict[int, list[BookStep]]:
    """The steps of each turn."""
    found: dict[int, list[BookStep]] = {}
    for step in book.steps:
        found.setdefault(step.turn, []).append(step)
    return found


def losses_by_turn(book: Book) -> dict[str, tuple[int, ...]]:
    """By side: the steps that it lost in each turn."""
    return {
        side: tuple(sum(step.losses.get(side, 0) for step in steps) for steps in by_turn(book).values())
        for side in book.sides
    }


def points_by_turn(book: Book) -> dict[str, tuple[int | None, ...]]:
    """By side: its victory points at the end of each turn; None where no step of the turn has any."""
    return {side: tuple(_last(side, steps) for steps in by_turn(book).values()) for side in book.sides}


def _last(side: str, steps: Sequence[BookStep]) -> int | None:
    return next((step.points[side] for step in reversed(steps) if side in step.points), None)
