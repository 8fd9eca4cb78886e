"""10.4 and 12.2: the try to retreat in place of a step loss, and the Morale Table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.games.caporetto import morale
from pbem.games.caporetto.assault import is_printed_assault
from pbem.games.caporetto.by_mail.grammar_conditions import LOSING
from pbem.games.caporetto.counters import NATION_NAMES, combat_units
from pbem.games.caporetto.losses import Bill, loses_a_unit, survivors
from pbem.games.caporetto.options import is_on
from pbem.games.caporetto.retreat import retreat_hexes
from pbem.games.caporetto.stacking import is_overstacked_freely
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table
from pbem.kernel.tally import Term, tally
from pbem.values import dataclass

STAND, RETREAT, PANIC, SURRENDER = "stand", "retreat", "panic", "surrender"


@dataclass(frozen=True, slots=True)
class Stand:
    """The defenders of a hex when the result is known."""

    side: Side
    hex: HexId
    units: tuple[UnitId, ...]  # those that were attacked, and pay
    attackers: int  # units that attacked

    def bill(self, steps: int) -> Bill:
        """So many steps of theirs."""
        return Bill(self.side, self.units, steps)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a try: the result, the steps that it adds or takes away, and whose army rolled."""

    result: str = STAND
    steps: int = 0  # added to the losses: -1 for a retreat
    army: str = ""


# -- the decision --------------------------------------------------------------------------------------------


def can_try(board: Board, stand: Stand, loss: int) -> bool:
    """See 12.2/4, 10.4, 12.2, 12.2/3: there is a step to save, somebody to save it for, and a hex to go to."""
    number = _leaving(board, stand, loss - 1)
    everybody = board.units_at(stand.hex, stand.side)
    return bool(number) and bool(retreat_hexes(board, stand.side, stand.hex, everybody, number))


def _leaving(board: Board, stand: Stand, loss: int) -> int:
    """How many units would go: those that survive, and whoever else is in the hex (rulings R23, R121)."""
    left = survivors(board, stand.bill(loss))
    others = len(board.units_at(stand.hex, stand.side)) - len(stand.units)
    return left + others if left else 0


def wants_to_retreat(board: Board, table: Table, stand: Stand, loss: int) -> bool:
    """10.4, 12.2 (see rulings R12, R16): always voluntary; announced after the attacker's losses, before any die."""
    army = morale.army_of_stack(board, stand.hex, stand.side)
    is_grave = loses_a_unit(board, stand.bill(loss))
    how = f"a die on the Morale Table {terms_in_words(board, stand, army)}" if army else "no die is needed"
    question = Question(
        stand.side, "retreat",
        (Option("stay", f"lose {counted(loss, 'step')}"), Option("retreat", f"try to save one step; {how}")),
        "10.4" if army else "12.2",
        f"the defenders of {board.map.called(stand.hex)} must lose {counted(loss, 'step')}: do they try to retreat?",
        default=("retreat",) if is_grave and not army else ("stay",), hint="retreat: never",
        about={
            "topic": "retreat", "hexes": [stand.hex], "loss": loss, LOSING: is_grave, "attackers": stand.attackers,
            "steps": sum(board.steps(unit) for unit in stand.units),
        },
    )  # fmt: skip
    return table.choose(question) == "retreat"


def terms_in_words(board: Board, stand: Stand, army: str) -> str:
    """`at -1`."""
    return f"at {modifier(board, stand, army).value:+d}"


# -- the table -----------------------------------------------------------------------------------------------


def modifier(board: Board, stand: Stand, army: str) -> Term:
    """10.4/2 (see 10.3/2, 10.4, ruling R20): the army's level, or +2 in its place where assault infantry is in the
    stack."""
    here = combat_units(board, stand.hex, stand.side)
    stiff = [unit for unit in here if is_printed_assault(board.unit(unit))]
    if stiff:
        return Term(f"assault infantry {stiff[0]}", "10.4/2", int(morale.chart(board)["assault_stack"]))
    return Term(f"morale of {NATION_NAMES[army]}", "10.4", morale.level(board, army))


def result_for(board: Board, modified: int) -> str:
    """MT, rulings R06, R07, R08: the row of the modified die; off the table the first or the last."""
    return board.scenario.chart("morale_table").result(modified)


def table_of(board: Board) -> Mapping[str, Any]:
    """The Morale Table: results by the modified die, and what each result does."""
    found: Mapping[str, Any] = board.scenario.charts["morale_table"]
    return found


def check_morale(board: Board, table: Table, stand: Stand) -> Outcome:
    """10.4/3, 12.2/2, 19.5/4 (see 10.4, MT, rulings R06, R07, R08, R09, R16): what becomes of the try."""
    army = morale.army_of_stack(board, stand.hex, stand.side)
    if not army:
        return Outcome(RETREAT, -1)
    if is_on(board, "free-set-up") and is_overstacked_freely(board, stand.hex, stand.side):
        board.note("morale-check", "19.5/4", hex=stand.hex, nation=army, die=0, result=PANIC)
        return _panic(board, table, stand, army)
    sums = tally([modifier(board, stand, army)])
    die = table.roll("morale", rule="10.4", by=stand.side)
    result = result_for(board, die + sums.total)
    board.note(
        "morale-check", "MT", hex=stand.hex, nation=army, die=die, modifiers=sums.as_json(),
        modified=die + sums.total, result=result,
    )  # fmt: skip
    if result == PANIC:
        return _panic(board, table, stand, army)
    if result == SURRENDER:
        extra = board.scenario.option("surrender") or table_of(board)[SURRENDER]["extra_steps"]
        return Outcome(SURRENDER, int(extra), army)
    return Outcome(RETREAT, -int(table_of(board)[RETREAT]["cancels"]), army)


def _panic(board: Board, table: Table, stand: Stand, army: str) -> Outcome:
    """See MT, ruling R09: a second die; on 1-3 one more step is lost."""
    figures = table_of(board)[PANIC]
    die = table.roll("panic", rule="MT", by=stand.side)
    extra = int(figures["extra_steps"]) if die in figures["extra_die"] else 0
    board.note("panic", "MT", hex=stand.hex, nation=army, die=die, extra=extra)
    return Outcome(PANIC, extra, army)
