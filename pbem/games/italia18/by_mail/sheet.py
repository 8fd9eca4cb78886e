"""The order sheet of a side: its units nation by nation, guns and HQs, and what each may do."""

from __future__ import annotations

from pbem.games.italia18 import reinforcements, supply
from pbem.games.italia18.allowance import allowance
from pbem.games.italia18.assault_troops import is_assault_troops
from pbem.games.italia18.by_mail.look import figures, short_name
from pbem.games.italia18.by_mail.moves import why_not_at_all
from pbem.games.italia18.by_mail.sheet_lines import order_lines
from pbem.games.italia18.costs import is_gun
from pbem.games.italia18.counters import is_combat_unit, takes_hits
from pbem.games.italia18.losses import troops_of
from pbem.games.italia18.steps import steps
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.pieces import WAITING, Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.views.sheet import Coming, Sheet, SheetUnit, State, grouped

SUPPLIED = State("in supply", usual=True)
TITLES = {
    "AH": "Austria-Hungary", "GE": "Germany", "IT": "Italy", "FR": "France", "UK": "Great Britain",
    "US": "United States", "guns": "Artillery", "supports": "HQs and other supports",
}  # fmt: skip
WORDS = {
    "dg": "Disorganized", "rg": "Reorganizing", "offensive": "in Offensive mode", "disengage": "to disengage",
    "reserves": "Reserves marker", "frozen": "held by the High Command", "exploitation": "Exploitation marker",
    "pinned": "Pinned", "retreat-mode": "in Retreat mode", "refugees": "among refugees", "no-firing": "may not fire",
    "attacked": "has attacked", "fired": "has fired",
}  # fmt: skip


def sheet(board: Board, side: Side) -> Sheet:
    """See 2.2.1a, 2.2.2, 7.0c: combat units by nation, then guns and other supports, and order lines to fill in."""
    step = steps(board.scenario).get(board.step)
    kind = stem_of(step.kind) if step else ""
    cut = supply.foreseen(board, side)
    groups = grouped(
        board.on_map(side), TITLES, lambda unit: _group_of(board, unit),
        lambda unit: _unit(board, unit, kind, is_cut=unit in cut),
    )  # fmt: skip
    lines = tuple(order_lines(board, side, kind))
    return Sheet(side, board.turn, board.step, groups, _coming(board, side), lines)


def _group_of(board: Board, unit: UnitId) -> str:
    counter = board.unit(unit)
    if is_combat_unit(counter):
        return counter.nation
    return "guns" if is_gun(counter) else "supports"


def _unit(board: Board, unit: UnitId, kind: str, *, is_cut: bool) -> SheetUnit:
    counter, here = board.unit(unit), board.hex_of(unit)
    left = f"{board.steps(unit)}/{counter.figure('steps')}" if takes_hits(counter) else "0/0"
    points = allowance(board, unit) if "move" in counter.figures else ""
    return SheetUnit(
        unit, short_name(counter.name), counter.size, counter.type, figures(board, unit), here, board.map.name_of(here),
        left, points, (_supply(board, unit, is_cut=is_cut),), _marks(board, unit), _may(board, unit, kind),
    )  # fmt: skip


def _supply(board: Board, unit: UnitId, *, is_cut: bool) -> State:
    """See 9.1d, 9.2a: the marker, and what the next Supply Phase would find as things stand."""
    if supply.is_out_of_supply(board, unit):
        return State("out of supply (9.2: it carries the marker)")
    return State("out of supply (9.1: no line as things stand)") if is_cut else SUPPLIED


def _marks(board: Board, unit: UnitId) -> tuple[str, ...]:
    """The markers in words, and whether it stands in an enemy zone."""
    counter = board.unit(unit)
    words = [*_escort(board, unit), *(said for mark, said in WORDS.items() if board.is_marked(unit, mark))]
    near = is_in_enemy_zoc(board, board.hex_of(unit), counter.side)
    return (*words, *(("in an enemy zone of control",) if near else ()))


def _escort(board: Board, unit: UnitId) -> list[str]:
    """See 11.3.2a: which Assault Troops they are, and with whom they go."""
    counter = board.unit(unit)
    if not is_assault_troops(counter):
        return []
    carrier = troops_of(board, board.hex_of(unit), counter.side).get(unit, "nobody")
    return [f"{counter.words.get('kind', '').capitalize()} with {carrier}"]


def _may(board: Board, unit: UnitId, kind: str) -> tuple[str, ...]:
    """See 11.1.1a: who can move in the Movement Phase."""
    return ("move",) if kind == "move" and why_not_at_all(board, unit) is None else ()


def _coming(board: Board, side: Side) -> tuple[Coming, ...]:
    """See 11.1.5, S0.rf1: those that wait, with the turn and the sequence of the campaign in which they come."""
    due, waiting = reinforcements.due(board, side), board.units_at(WAITING, side)
    return tuple([Coming(u, figures(board, u), _when(board, board.unit(u).set_up), u in due) for u in waiting])


def _when(board: Board, printed: str) -> str:
    """`turn 1, sequence 2` of `turn 17.2` on the turn track."""
    turn, _, number = printed.removeprefix("turn ").partition(".")
    if not turn.isdecimal():
        return printed
    first = int(board.scenario.card["first_turn"])
    return f"turn {int(turn) - first + 1}" + (f", sequence {number}" if number else "")
