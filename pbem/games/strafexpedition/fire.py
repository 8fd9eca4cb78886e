"""13.2.6, 13.3.11 What fire does to a hex: steps and points; the same for bombardment and Defensive Fire."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pbem.games.strafexpedition.counters import is_battery, is_fortress
from pbem.games.strafexpedition.disorganization import current_morale, disorganize
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted, in_order
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

STAR = "*"
HITS_ON_GUNS = 2  # 19.6: steps of one fire that destroy a battery
_RESULT = re.compile(r"(\d+)D(\d+)(T?)")


class Result(NamedTuple):
    """A result of a fire table: steps of the hex together, points of each unit, and whether the trench suffers."""

    steps: int = 0
    points: int = 0
    hits_trench: bool = False


class Hit(NamedTuple):
    """What one fire does: whose units, in which hex. `name` is that of the fire, as questions call it."""

    name: str
    side: Side
    hex: HexId
    units: tuple[UnitId, ...]
    result: Result
    rule: str


def read(text: str) -> Result:
    """See 13.2.6, 13.3.11: `1D2T` is a step of the hex, two points for each unit, a level of the trench."""
    found = _RESULT.fullmatch(text)
    return Result(int(found[1]), int(found[2]), bool(found[3])) if found else Result()


def cast(board: Board, table: Table, chart: str, column: int, side: Side, rule: str) -> Result:
    """See 13.2.6, 13.3.11: the die on a column of a fire table; a star wants another one."""
    die = table.roll("die", rule=rule, by=side, kind=chart.replace("_", " "))
    text = table.read(chart, board.scenario.chart(chart).result(die, column))
    board.note("fire-result", rule, chart=chart, column=column, die=die, result=text)
    if text == STAR:
        again = table.roll("star", rule=rule, by=side)
        text = board.scenario.chart("star").result(again)
        board.note("fire-result", rule, chart="star", column=0, die=again, result=text)
    return read(text)


# -- who pays ------------------------------------------------------------------------------------------------


def settle(board: Board, table: Table, hits: Sequence[Hit]) -> None:
    """See 13.2.6, 16.4.1, ruling R54: the owners say who loses steps, for all hexes at one moment; then all is lost."""
    asked = [(hit, question) for hit in hits if (question := _question(board, hit))]
    answers = table.ask_all([question for _, question in asked]) if asked else []
    named = {hit.name: answer for (hit, _), answer in zip(asked, answers, strict=True)}
    for hit in hits:
        _suffer(board, hit, in_order(named.get(hit.name, ()), loss_order(board, hit.units)))


def loss_order(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See ruling R54: by default the full-strength unit of the lowest current morale, ties by name."""

    def rank(unit: UnitId) -> tuple[bool, int, str]:
        is_reduced = board.steps(unit) < board.unit(unit).figure("steps")
        return is_reduced, current_morale(board, unit), unit

    return tuple(sorted(units, key=rank))


def _infantry(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Who can lose steps by fire: neither guns nor fortresses (19.6, 20.5)."""
    return tuple([u for u in units if not is_battery(board.unit(u)) and not is_fortress(board.unit(u))])


def _question(board: Board, hit: Hit) -> Question | None:
    """Which unit pays, where several could and not all of them lose everything."""
    able = _infantry(board, hit.units)
    if len(able) < 2 or not 0 < hit.result.steps < sum(board.steps(unit) for unit in able):
        return None
    options = tuple(Option(unit, f"{counted(board.steps(unit), 'step')} in {hit.hex}") for unit in able)
    text = f"{counted(hit.result.steps, 'step')} must be lost in {hit.hex}: which units pay, in this order?"
    return Question(
        hit.side, f"losses by {hit.name}", options, "13.2.6", text, many=True, default=loss_order(board, able),
        hint="losses: weakest first", about={"topic": "losses", "hexes": [hit.hex], "loss": hit.result.steps},
    )  # fmt: skip


def _suffer(board: Board, hit: Hit, order: Sequence[UnitId]) -> None:
    """See 16.4.1, 19.6, rulings R54, R55: steps first, guns when no infantry is left; then points for who is left."""
    left = _lose_steps(board, hit, [unit for unit in order if unit in _infantry(board, hit.units)])
    if not any(board.is_on_map(unit) for unit in _infantry(board, hit.units)):
        _lose_guns(board, hit, left)
    for unit in hit.units:
        if hit.result.points and board.is_on_map(unit):
            disorganize(board, unit, hit.result.points, hit.rule)


def _lose_steps(board: Board, hit: Hit, order: Sequence[UnitId]) -> int:
    """See 17.1: full units before reduced ones as far as their owner does not say otherwise; how many are left over."""
    left = hit.result.steps
    for unit in order:
        if board.is_on_map(unit):
            left -= board.lose(unit, left, hit.rule)
    return left


def _lose_guns(board: Board, hit: Hit, left: int) -> None:
    """19.6 (see 17.3, ruling R55): two steps of the same fire for a battery, the weakest first; the rest is void."""
    guns = [unit for unit in hit.units if is_battery(board.unit(unit)) and board.is_on_map(unit)]
    for unit in sorted(guns, key=lambda one: (board.unit(one).figure("bombardment"), one)):
        if left >= HITS_ON_GUNS:
            left -= HITS_ON_GUNS
            board.eliminate(unit, "19.6")
