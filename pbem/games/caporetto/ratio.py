"""11.7 Odds: both strengths, the column, the row of the Combat Results Table."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.caporetto.counters import attack_factor, defence_factor, is_out_of_supply
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart
from pbem.kernel.odds import NEAREST
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Tally, Term, summed

# -- strengths -----------------------------------------------------------------------------------------------


def attack_strength(board: Board, units: Sequence[UnitId]) -> Tally:
    """See 11.2, 11.3, 14.3/2, rulings R02, R33: whole factors, added up."""
    return summed([_term(board, unit, attack_factor(board, unit), "11.2") for unit in units])


def defence_strength(board: Board, units: Sequence[UnitId]) -> Tally:
    """See 11.3, 14.3/2, rulings R02, R22, R23, R33: all units of the hex that have not been attacked before."""
    return summed([_term(board, unit, defence_factor(board, unit), "11.3") for unit in units])


def _term(board: Board, unit: UnitId, factor: int, rule: str) -> Term:
    if is_out_of_supply(board, unit):
        return Term(f"{unit}, halved out of supply", "14.3/2", factor)
    return Term(unit, rule, factor)


# -- columns -------------------------------------------------------------------------------------------------


def crt(board: Board) -> Chart:
    """See 11.7, ruling R01: the Combat Results Table."""
    return board.scenario.chart("crt")


def columns(board: Board) -> tuple[str, ...]:
    """See 11.7, ruling R01: the odds over the columns of the table, from left to right."""
    return tuple(odds.text for odds in crt(board).scale().odds)


def ratio_column(board: Board, attack: int, defence: int) -> int:
    """See 11.7.2, rulings R02, R03, R32: the column of the odds, rounded for the defender; none lies off the table."""
    scale = crt(board).scale()
    if chosen(board, "odds-rounding") == "nearest":
        scale = scale._replace(rounding=NEAREST)
    return max(0, scale.column(attack, defence))


def shifted_column(board: Board, column: int, shifts: int) -> int:
    """See 11.7.2, rulings R03, R04: moved once by the net of all shifts, never off the table."""
    return crt(board).shifted(column, shifts)


# -- rows ----------------------------------------------------------------------------------------------------


def modified_row(board: Board, die: int, modifier: int) -> int:
    """11.7.2, ruling R03: the modified die, or the nearest row that the table has."""
    return crt(board).row(die + modifier)


def printed_result(board: Board, row: int, column: int) -> str:
    """11.7 (see 11.7.1, ruling R01): what the table says: steps of the attacker / steps of the defender, or E."""
    return crt(board).result(row, column)
