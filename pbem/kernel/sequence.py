"""The sequence of play: steps, and which one comes next."""

from __future__ import annotations

from collections.abc import Callable

from pbem.kernel.board import Board
from pbem.kernel.episodes import NOBODY
from pbem.kernel.pieces import Side
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide
from pbem.values import NamedTuple

Run = Callable[[Board, Table, OrdersBySide], None]


class Step(NamedTuple):
    """A place in the sequence of play.

    `needs` are the sides that must have sent orders before it runs; a step that needs nobody runs by itself.
    Orders of a step are sealed: no side sees the other's before all are in.
    `kind` is the word for it in order files (`movement`, `corps-XII`, `action-2`), `run` the rules. A step may be
    played several times in a turn. `calls` are the steps whose filed orders its rules may call up while it runs
    (`table.call_up`): a brigade that reacts, a corps that an event names. `side` is the side whose step it is, and
    `number` tells steps of one sort apart: the first and the second combat.
    """

    id: str
    title: str
    kind: str
    run: Run
    needs: tuple[Side, ...] = ()
    rule: str = ""
    calls: tuple[str, ...] = ()
    side: Side = NOBODY
    number: int = 0
    seats: tuple[str, ...] = ()  # where two players share a side: who of them must send; empty for all


def stem_of(kind: str) -> str:
    """The word of a numbered section without its number: `action` of `action-2`; any other word as it is."""
    stem, dash, number = kind.rpartition("-")
    return stem if dash and number.isdecimal() else kind


class Place(NamedTuple):
    """Where play stands: a turn and a step; `step` is empty when the game is over."""

    turn: int
    step: str
