"""1.3.1-d, 2.5.2.3 Morale checks: two dice against the value of a unit, with the modifiers of its hex and its state."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.durchbruch.counters import morale_letter
from pbem.games.durchbruch.ground import LEVELS, is_trench_of, level
from pbem.games.durchbruch.marks import OOC1, OOC2, PASSAGE
from pbem.games.durchbruch.status import is_reduced
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.table import Table
from pbem.kernel.tally import Tally, Term, summed, tally


def checks(board: Board, unit: UnitId) -> bool:
    """See 11.2.1-5, ruling R129: only counters with a morale letter ever check."""
    return bool(_letter(board, unit))


def _letter(board: Board, unit: UnitId) -> str:
    return morale_letter(board.unit(unit), is_reduced(board, unit))


def printed_value(board: Board, unit: UnitId) -> int:
    """See 2-e, ruling R04: what the letter is worth."""
    return int(board.scenario.charts["morale"]["value"][_letter(board, unit)])


def modifiers(board: Board, unit: UnitId, hex_id: HexId) -> tuple[Term, ...]:
    """1.3.1-d, 10.1-note (see ruling R157): the level, a trench of the own side, and want of communication."""
    rows, name = board.scenario.charts["morale"]["modifiers"], LEVELS[level(board.map, hex_id) - 1]
    found = [Term(name, "1.3.1-d", int(rows[name]))]
    if is_sheltered(board, unit, hex_id):
        found.append(Term("own trench", "1.3.1-d", int(rows["trench"])))
    for mark, row in ((OOC1, "OOC1"), (OOC2, "OOC2")):
        if board.is_marked(unit, mark):
            found.append(Term(row, "10.1-note", int(rows[row])))
    return tuple(found)


def is_sheltered(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    """See 1.3.1-d, ruling R157: in a trench of its own side through which the enemy has no passage."""
    side = board.unit(unit).side
    is_open = board.enemy_of(side) in board.hex_mark(hex_id, PASSAGE).split(",")
    return is_trench_of(board.map, hex_id, side) and not is_open


def value(board: Board, unit: UnitId, hex_id: HexId, extra: Sequence[Term] = ()) -> Tally:
    """See 1.3.1-d, ruling R04: what the dice must not exceed; modifiers change the value, never the roll."""
    letter = Term(f"morale {_letter(board, unit)} of {unit}", "2.1", printed_value(board, unit))
    kept = [term for term in (*modifiers(board, unit, hex_id), *extra) if term.value]
    return summed([letter, *_applied(board, kept)])


def _applied(board: Board, terms: Sequence[Term]) -> list[Term]:
    """See 1.3.1-d, ruling R04: added to the value; by option to the dice, which is as much off the value."""
    sign = -1 if board.scenario.option("morale-modifiers") == "dice" else 1
    return [Term(term.label, term.rule, sign * term.value) for term in terms]


def worst_value(board: Board, unit: UnitId, hex_id: HexId) -> Tally:
    """See 1.4-a2, ruling R82: of all modifiers that would apply only the lowest."""
    lowest = min(_applied(board, modifiers(board, unit, hex_id)), key=lambda term: term.value)
    letter = Term(f"morale {_letter(board, unit)} of {unit}", "2.1", printed_value(board, unit))
    return tally([letter, lowest])


def result_term(board: Board, result: str) -> Term:
    """See 11.2.1-5: M, M1 and M2 of a barrage."""
    return Term(result, "11.2.1-5", int(board.scenario.charts["morale"]["modifiers"][result]))


def passes(board: Board, table: Table, name: str, units: Sequence[UnitId], against: Tally, rule: str) -> bool:
    """2.5.2.3-a, ruling R04: equal or lower holds. `name` says what the check is for within its episode."""
    dice = table.rolls(name, 2, rule=rule, units=units, kind="morale", kindest=1)
    holds = sum(dice) <= against.total
    board.note(
        "morale", rule, unit=units[0], units=list(units), dice=list(dice), value=against.as_json(), holds=holds
    )  # fmt: skip
    return holds


def best(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 11.2.1-5, ruling R57: those with the best value of the stack, in the order of the manifest."""
    able = [unit for unit in units if checks(board, unit)]
    top = max((printed_value(board, unit) for unit in able), default=0)
    return tuple([unit for unit in able if printed_value(board, unit) == top])


def worst(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 11.2.1-6, ruling R158: those with the worst value of the stack."""
    able = [unit for unit in units if checks(board, unit)]
    low = min((printed_value(board, unit) for unit in able), default=0)
    return tuple([unit for unit in able if printed_value(board, unit) == low])
