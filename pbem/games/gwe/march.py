"""19.0 Forced March: more movement for a price in steps."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.gwe.counters import is_combat_unit, is_stosstruppen
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table


def is_fast(board: Board, unit: UnitId) -> bool:
    """23.2: Stosstruppen move 10 on the first turns."""
    if not is_stosstruppen(board.unit(unit)):
        return False
    return board.turn in board.scenario.charts["surprise"]["stosstruppen_turns"]


def check_may_march(board: Board, unit: UnitId) -> None:
    """19.12, rulings D8, D9, D10: no depot, and nobody whose movement is 10, for good or for now."""
    counter, row = board.unit(unit), board.scenario.charts["forced_march"]
    if counter.type in row["barred"]:
        raise Illegal("19.12", f"{unit} is a {counter.type}; depots never Force March", advice=f"write `move {unit}`")
    if is_fast(board, unit):
        why = f"{unit} are Stosstruppen and move 10 on turn {board.turn}; a movement of 10 rules out a Forced March"
        raise Illegal("19.12", why, found=f"turn {board.turn}", wanted="turn 3 or later", advice=f"write `move {unit}`")
    if bonus(board, unit) == 0:
        why = f"{unit} has movement {counter.figure('move')} and may not Force March"
        raise Illegal("19.12", why, wanted="printed movement 4, 6 or 8", advice=f"write `move {unit}`")


def bonus(board: Board, unit: UnitId) -> int:
    """19.11, ruling D8: what the march adds, by the printed movement whatever has halved it."""
    points = board.scenario.charts["forced_march"]["bonus"]
    return int(points.get(str(board.unit(unit).figure("move")), 0))


def take_march_loss(board: Board, table: Table, unit: UnitId) -> None:
    """19.0, 19.21, 19.22, rulings D9, D11: at once, when its move has ended, even if the bonus was not used."""
    counter, row = board.unit(unit), board.scenario.charts["forced_march"]
    if not is_combat_unit(counter):  # an HQ has no step to lose
        return
    if counter.size == "XXX":
        board.lose(unit, row["corps_loss"], "19.21", how="march")
        return
    die = table.roll(f"forced march of {unit}", rule="19.22", units=(unit,), kind="forced march", kindest=6)
    if die in row["other_loss_die"]:
        board.lose(unit, row["other_loss"], "19.22", how="march")
