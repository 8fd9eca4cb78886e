"""2 What a counter is worth as it lies: steps, strength points, machine guns, and what its losses leave of it."""

from __future__ import annotations

from pbem.games.durchbruch.counters import is_gun
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId


def extra_points(board: Board, unit: UnitId) -> int:
    """6.2.3: accessory strength points that are turned up, each a step above the printed ones."""
    return max(0, board.steps(unit) - board.unit(unit).figure("steps"))


def is_reduced(board: Board, unit: UnitId) -> bool:
    """2-c: with the first printed step lost the counter shows its back; with the last one it is gone."""
    return board.steps(unit) < board.unit(unit).figure("steps")


def is_full(board: Board, unit: UnitId) -> bool:
    """See 11.2.1-7, ruling R58: whether it has lost no printed step."""
    return not is_reduced(board, unit)


def strength(board: Board, unit: UnitId) -> int:
    """2.3-c, 2.4.1-a (see 2-c, 6.2.3, 2.5.4-a): SP as printed on the side that shows, with its accessory points;
    a battery counts one, whatever its points."""
    counter = board.unit(unit)
    if is_gun(counter):
        return int(board.scenario.charts["artillery"]["defence"])
    printed = counter.figure("back-sp") if is_reduced(board, unit) else counter.figure("sp")
    return printed + extra_points(board, unit)


def machine_guns(board: Board, unit: UnitId) -> int:
    """See 2.1, 13.2.1-7: the MG value of the side that shows."""
    counter = board.unit(unit)
    return counter.figure("back-mg" if is_reduced(board, unit) else "mg")
