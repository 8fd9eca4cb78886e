"""13.2.6, 13.3.11 What fire does to a hex: steps and points; the same for bombardment and Defensive Fire."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.strafexpedition.counters import is_battery, is_fortress
from pbem.games.strafexpedition.losses import Bill, disorder, pay, payers, settled
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.values import NamedTuple

STAR = "*"
BOMBARDMENT = "13.2.6"
HITS_ON_GUNS = 2  # 19.6: steps of one fire that destroy a battery
RESULT = re.compile(r"(\d*)D(\d*)(T?)", re.ASCII)  # a figure that is left out is 0: `D1` (13.2.6)


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

    @property
    def is_bombardment(self) -> bool:
        """See 17.3: whether it comes from guns, and can destroy guns."""
        return self.rule == BOMBARDMENT


def read(text: str) -> Result:
    """See 13.2.6, 13.3.11: `1D2T` is a step of the hex, two points for each unit, a level of the trench."""
    found = RESULT.fullmatch(text)
    return Result(int(found[1] or 0), int(found[2] or 0), bool(found[3])) if found else Result()


def written(result: Result) -> str:
    """The result as a table prints it; what a star came to is written out."""
    text = f"{result.steps}D{result.points}{'T' if result.hits_trench else ''}"
    return text if result != Result() else "-"


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
    """See 13.2.6, 16.4.1, ruling R54: the owners say who loses steps, for all hexes at one moment; then all is lost.

    A hex that is hit twice, by guns that fire short, has its first losses behind it when the second are settled.
    """
    now = {hit.hex: hit for hit in reversed(hits)}
    first = [hit for hit in hits if now[hit.hex] is hit]
    bills = {hit: _bill(board, hit) for hit in first}
    paid = settled(board, table, [bill for bill in bills.values() if bill.steps and bill.units])
    for hit, bill in bills.items():
        _suffer(board, hit, bill, paid.get(bill.name, ()))
    if len(first) < len(hits):
        settle(board, table, [hit for hit in hits if now[hit.hex] is not hit])


def _bill(board: Board, hit: Hit) -> Bill:
    """20.5 (see 19.6): neither guns nor fortresses lose steps by fire while others can."""
    able = [unit for unit in payers(board, hit.units) if not is_fortress(board.unit(unit))]
    return Bill(hit.name, hit.side, hit.hex, tuple(able), hit.result.steps, hit.rule)


def _suffer(board: Board, hit: Hit, bill: Bill, paid: Sequence[UnitId]) -> None:
    """See 16.4.1, 17.3, 19.6, rulings R54, R55: steps first, guns when no infantry is left; then points."""
    pay(board, bill, paid)
    if hit.is_bombardment and not any(board.is_on_map(unit) for unit in bill.units):
        _lose_guns(board, hit, hit.result.steps - len(paid))
    disorder(board, hit.units, hit.result.points, hit.rule)


def _lose_guns(board: Board, hit: Hit, left: int) -> None:
    """19.6 (see 17.3, ruling R55): two steps of the same fire for a battery, the weakest first; the rest is void."""
    guns = [unit for unit in hit.units if is_battery(board.unit(unit)) and board.is_on_map(unit)]
    for unit in sorted(guns, key=lambda one: (board.unit(one).figure("bombardment"), one)):
        if left >= HITS_ON_GUNS:
            left -= HITS_ON_GUNS
            board.eliminate(unit, "19.6")
