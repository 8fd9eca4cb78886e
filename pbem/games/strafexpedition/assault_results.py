"""13.4.3.D, 13.4.4 The die of an Assault, and what it costs both sides."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbem.games.strafexpedition.assault import (
    Assault,
    chart,
    column_text,
    final_column,
    leaders,
    ratio_column,
    strength,
)
from pbem.games.strafexpedition.assault_shifts import shifts
from pbem.games.strafexpedition.losses import Bill, disorder, pay, payers, settled
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.table import Table
from pbem.values import NamedTuple

EFFECT = re.compile(r"(\d*)D(\d*)(R?)|(R)", re.ASCII)  # a figure that is left out is 0


class Effect(NamedTuple):
    """What a result does to one side: steps of all together, points of each, and whether it must retreat."""

    steps: int = 0
    points: int = 0
    retreats: bool = False


class Outcome(NamedTuple):
    """An assault and its result for both sides."""

    assault: Assault
    attacker: Effect
    defender: Effect


def read_effect(text: str) -> Effect:
    """See 13.4.4: `1D2R` is a step, two points for each unit, and a retreat; `-` is nothing."""
    found = EFFECT.fullmatch(text)
    return Effect(int(found[1] or 0), int(found[2] or 0), bool(found[3] or found[4])) if found else Effect()


def read_result(assault: Assault, text: str) -> Outcome:
    """See 13.4.4: what stands above is for the attacker, what stands below for the defender."""
    ours, _, theirs = text.partition("/")
    return Outcome(assault, read_effect(ours), read_effect(theirs))


# -- the die -------------------------------------------------------------------------------------------------


def cast(board: Board, table: Table, assault: Assault) -> Outcome:
    """13.4.3.D (see 13.4.3.C, ruling R72): one die on the final column; below 1:2 none, for the attacker is beaten."""
    moved = shifts(board, assault)
    column = final_column(board, assault, moved.total)
    with board.again(assault.episode):
        die = table.roll("assault", rule="13.4.3.D", by=assault.side) if column >= 0 else 0
        printed = chart(board.scenario).result(die, column) if die else board.scenario.charts["assault_rules"]["below"]
        result = table.read("assault", str(printed))
        attack, defence = strength(board, assault.units), strength(board, assault.defenders)
        board.outcome(
            "assault", "13.4.3.D", side=assault.side, hex=assault.target, targets=[assault.target],
            attackers=list(assault.units), places=dict(assault.came_from), defenders=list(assault.defenders),
            attack=attack.as_json(), defence=defence.as_json(), shifts=moved.as_json(),
            ratio=_ratio(board, assault), odds=column_text(board, column), die=die, result=result,
            counter=assault.is_counter, morale=[list(leaders(board, s)) for s in (assault.units, assault.defenders)],
        )  # fmt: skip
    return read_result(assault, result)


def _ratio(board: Board, assault: Assault) -> str:
    return chart(board.scenario).scale().text(ratio_column(board, assault))


# -- what it costs -------------------------------------------------------------------------------------------


def bills(board: Board, outcome: Outcome) -> tuple[Bill, Bill]:
    """13.4.4 (see rulings R68, R73, R117, R118): of both sides; the first step by whose morale counted."""
    assault, enemy = outcome.assault, board.enemy_of(outcome.assault.side)
    return (
        _bill(board, assault, assault.side, assault.units, outcome.attacker.steps),
        _bill(board, assault, enemy, assault.defenders, outcome.defender.steps),
    )


def _bill(board: Board, assault: Assault, side: Side, units: Sequence[UnitId], steps: int) -> Bill:
    able = payers(board, units)
    return Bill(f"{assault.name}, {side}", side, assault.target, able, steps, "13.4.4", leaders(board, able))


def suffer(board: Board, table: Table, outcomes: Sequence[Outcome]) -> None:
    """See 13.4.2, 13.4.4, 16.4.1, 16.4.2, ruling R86: the losses of all assaults at one moment: steps, then points.

    A side without a retreat has won, or was at least not beaten, and does not surrender.
    """
    due = {outcome: bills(board, outcome) for outcome in outcomes}
    paid = settled(board, table, [bill for both in due.values() for bill in both if bill.steps and bill.units])
    for outcome, both in due.items():
        with board.again(outcome.assault.episode):
            for bill in both:
                pay(board, bill, paid.get(bill.name, ()))
    for outcome in outcomes:
        assault = outcome.assault
        with board.again(assault.episode):
            for units, effect in ((assault.units, outcome.attacker), (assault.defenders, outcome.defender)):
                disorder(board, units, effect.points, "13.4.4", has_won=not effect.retreats)
