"""13.3 Strength points in combat: who is halved, who is quartered, what the guns add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pbem.games.durchbruch.attack import Declared
from pbem.games.durchbruch.counters import AG, infiltrates, is_mountain
from pbem.games.durchbruch.ground import is_across_the_isonzo, level
from pbem.games.durchbruch.marks import ATTACKS, OOC1, OOC2, PINNED
from pbem.games.durchbruch.stacking import HIGH
from pbem.games.durchbruch.status import strength
from pbem.games.durchbruch.support import points
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import UP, Tally, Term, round_, summed

EARLY = 5  # attacks of the Austro-Germans on turn 1 (7.2-3b)


def half(value: int) -> int:
    """1.2-a: every fraction is rounded up."""
    return round_(Fraction(value, 2), UP)


# -- the attacker --------------------------------------------------------------------------------------------


def attacking(board: Board, unit: UnitId) -> int:
    """2.5.4-a, ruling R155: what a unit brings to an attack before reductions; machine guns lend only their die."""
    return 0 if board.unit(unit).type == "mg" else strength(board, unit)


def is_quartered(board: Board, unit: UnitId, target: HexId) -> bool:
    """See 13.3.1, rulings R17, R33 and R119: across the Isonzo, bridge or not, without an own engineer beside it."""
    return is_across_the_isonzo(board.map, board.hex_of(unit), target) and not has_engineer(board, unit)


def has_engineer(board: Board, unit: UnitId) -> bool:
    """2.5.2.1-3, ruling R119: stacked with an Austro-German engineer; Italian ones do not help."""
    stack = board.units_at(board.hex_of(unit), AG)
    return board.unit(unit).side == AG and any(board.unit(other).type == "engineer" for other in stack)


def why_halved(board: Board, unit: UnitId, target: HexId) -> str:
    """10.1.1-1, 10.1.1-x, 2.2-5, 13.3.2, ruling R164: OOC1, unless it is mountain troops on levels 3 and 4 or an
    assault unit; over the Isonzo with an engineer."""
    counter, here = board.unit(unit), board.hex_of(unit)
    is_at_home = infiltrates(counter) or (is_mountain(counter) and level(board.map, here) >= HIGH)
    if board.is_marked(unit, OOC1) and not is_at_home:
        return "OOC1"
    return "across the Isonzo with an engineer" if is_across_the_isonzo(board.map, here, target) else ""


def reduced(board: Board, unit: UnitId, target: HexId) -> Term:
    """13.3, 13.3.4, ruling R16: one unit for itself; halved and quartered is only quartered."""
    full = attacking(board, unit)
    if is_quartered(board, unit, target):
        return Term(f"{unit} {full}, halved across the Isonzo", "13.3.1", half(full))
    why = why_halved(board, unit, target)
    return Term(f"{unit} {full}, halved: {why}", "13.3.2", half(full)) if why else Term(unit, "13.1.2", full)


def _gathered(board: Board, terms: Mapping[UnitId, Term], full: Callable[[Board, UnitId], int]) -> list[Term]:
    """See 13.3, ruling R16: each for itself; by option those that are halved by one rule are added up before."""
    if board.scenario.option("halving") != "total":
        return list(terms.values())
    found = [term for term in terms.values() if term.rule not in _HALVED]
    for rule in _HALVED:
        together = [unit for unit, term in terms.items() if term.rule == rule]
        if together:
            whole = sum(full(board, unit) for unit in together)
            found.append(Term(f"{', '.join(together)}: {whole}, halved together", rule, half(whole)))
    return found


_HALVED = ("13.3.1", "13.3.2", "1.4-pin", "13.3.3", "7.2-3b")


def attack_strength(board: Board, declared: Declared) -> Tally:
    """13.3.1 (see 13.1.2, 13.3.5, 11.3-0): the units, those over the Isonzo halved once more together, and the guns."""
    target, units = declared.target, declared.attackers
    terms = _gathered(board, {unit: reduced(board, unit, target) for unit in units}, attacking)
    wet = sum(term.value for term in terms if term.rule == "13.3.1")
    if wet:
        terms.append(Term("those across the Isonzo, halved once more", "13.3.1", half(wet) - wet))
    supported = [unit for unit in units if attacking(board, unit)]
    return summed([*terms, *points(board, declared.support, supported)])


# -- the defender --------------------------------------------------------------------------------------------


def is_early(board: Board, declared: Declared) -> bool:
    """7.2-3b, ruling R19: one of the first five attacks of the Austro-Germans on turn 1."""
    return declared.side == AG and board.turn == 1 and not declared.is_preliminary and board.number(ATTACKS) < EARLY


def defending(board: Board, unit: UnitId, *, is_early: bool) -> Term:
    """1.4-pin, 11.3-pin, 13.3.3 (see 10.1.2-2, 7.2-3b, ruling R18): pinned, OOC2 or surprised: halved once."""
    full = strength(board, unit)
    reasons = [
        (board.is_marked(unit, PINNED), "pinned", "1.4-pin"),
        (board.is_marked(unit, OOC2), "OOC2", "13.3.3"),
        (is_early, "one of the first five attacks", "7.2-3b"),
    ]
    for is_so, why, rule in reasons:
        if is_so:
            return Term(f"{unit} {full}, halved: {why}", rule, half(full))
    return Term(unit, "13.1.1", full)


def defence_strength(board: Board, declared: Declared, *, ignores_surprise: bool = False) -> Tally:
    """13.2.1-2 (see 13.1.1, 2.4.1-a, 11.3-0): everybody in the hex, headquarters with their SP, and the guns."""
    early = is_early(board, declared) and not ignores_surprise
    terms = _gathered(board, {u: defending(board, u, is_early=early) for u in declared.defenders}, strength)
    return summed([*terms, *points(board, declared.shield, declared.defenders)])


def crossing(board: Board, units: Sequence[UnitId], target: HexId, feature: str) -> tuple[int, int]:
    """See 13.4-stream, ruling R98: the reduced SP that come across such a hexside, and all of them."""
    values = {unit: reduced(board, unit, target).value for unit in units}
    wet = sum(v for unit, v in values.items() if board.map.crosses(board.hex_of(unit), target, feature))
    return wet, sum(values.values())
