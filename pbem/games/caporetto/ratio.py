"""11.7 Odds: both strengths, the column, the row of the Combat Results Table."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction

from pbem.games.caporetto.counters import attack_factor, defence_factor, is_out_of_supply
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Tally, Term

# -- strengths -----------------------------------------------------------------------------------------------


def attack_strength(board: Board, units: Sequence[UnitId]) -> Tally:
    """11.2, 11.3, 14.3/2, rulings R02, R33: whole factors, added up."""
    return _sum([_term(board, unit, attack_factor(board, unit), "11.2") for unit in units])


def defence_strength(board: Board, units: Sequence[UnitId]) -> Tally:
    """11.3, 14.3/2, rulings R02, R22, R23, R33: all units of the hex that have not been attacked before."""
    return _sum([_term(board, unit, defence_factor(board, unit), "11.3") for unit in units])


def _term(board: Board, unit: UnitId, factor: int, rule: str) -> Term:
    if is_out_of_supply(board, unit):
        return Term(f"{unit}, halved out of supply", "14.3/2", factor)
    return Term(unit, rule, factor)


def _sum(terms: Sequence[Term]) -> Tally:
    """The sum with every term, also those of 0: the report names every unit."""
    return Tally(sum(term.value for term in terms), tuple(terms))


# -- columns -------------------------------------------------------------------------------------------------


def columns(board: Board) -> tuple[str, ...]:
    """11.7, ruling R01: the odds over the columns of the table, from left to right."""
    return tuple(board.scenario.charts["crt"]["columns"])


def ratio_column(board: Board, attack: int, defence: int) -> int:
    """11.7.2, rulings R02, R03, R32: the column of the odds, rounded for the defender; none lies off the table."""
    printed = [_value(odds) for odds in columns(board)]
    if defence <= 0:
        return len(printed) - 1
    odds = Fraction(attack, defence)
    if chosen(board, "odds-rounding") == "nearest":
        return _nearest(printed, odds)
    return max(0, sum(1 for value in printed if odds >= value) - 1)


def _value(odds: str) -> Fraction:
    attack, defence = odds.split(":")
    return Fraction(int(attack), int(defence))


def _nearest(printed: Sequence[Fraction], odds: Fraction) -> int:
    """By option: the nearer of two columns; halfway goes to the attacker."""
    return sum(1 for low, high in itertools.pairwise(printed) if 2 * odds >= low + high)


def shifted_column(board: Board, column: int, shifts: int) -> int:
    """11.7.2, rulings R03, R04: moved once by the net of all shifts, never off the table."""
    return max(0, min(len(columns(board)) - 1, column + shifts))


# -- rows ----------------------------------------------------------------------------------------------------


def modified_row(board: Board, die: int, modifier: int) -> int:
    """11.7.2, ruling R03: the modified die, or the nearest row that the table has."""
    rows = [int(key.removeprefix("row")) for key in board.scenario.charts["crt"] if key.startswith("row")]
    return max(min(rows), min(max(rows), die + modifier))


def printed_result(board: Board, row: int, column: int) -> str:
    """11.7, 11.7.1, ruling R01: what the table says: steps of the attacker / steps of the defender, or E."""
    return str(board.scenario.charts["crt"][f"row{row}"][column])
