"""SC.0 What a scenario adds to the sequence of play: its own set-up, rules at fixed places, and how it is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide


def _nothing(board: Board, table: Table) -> None:
    return None


def _nothing_of(board: Board, table: Table, orders: OrdersBySide, side: Side) -> None:
    return None


def _nothing_at(board: Board, table: Table, sequence: int) -> None:
    return None


def _nobody(board: Board, side: Side) -> bool:
    return False


class Special(NamedTuple):
    """The special rules of a scenario, each at its place; where a scenario has none, nothing happens there."""

    dawn: Callable[[Board, Table], None] = _nothing  # after Offensives, before supply
    supplied: Callable[[Board, Table], None] = _nothing  # after supply: mutinies, the air roll
    weather: Callable[[Board, Table, int], None] = _nothing_at  # after the weather of a sequence
    hinders: Callable[[Board, Side], bool] = _nobody  # whether a side has anything to do before the other moves
    hinder: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    before_move: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    after_move: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    after_exploitation: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of
    night: Callable[[Board, Table], None] = _nothing
    sets_up: tuple[Side, ...] = ()  # sides with something to decide before the first turn
    set_up: Callable[[Board, Table, OrdersBySide, Side], None] = _nothing_of


SPECIALS: Mapping[str, Special] = {}


def special(scenario: Scenario) -> Special:
    """See SC.0b: what the scenario adds."""
    return SPECIALS.get(scenario.name, Special())
