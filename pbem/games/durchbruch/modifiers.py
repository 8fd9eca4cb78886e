"""13.4, 13.5 Column shifts and die modifiers, each with the rule that gives it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.durchbruch.attack import Declared
from pbem.games.durchbruch.counters import is_mountain, is_regiment
from pbem.games.durchbruch.ground import LEVELS, STREAM, is_trench_of, level
from pbem.games.durchbruch.passages import owners
from pbem.games.durchbruch.stacking import HIGH
from pbem.games.durchbruch.status import machine_guns, strength
from pbem.games.durchbruch.strengths import crossing
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.tally import Tally, Term, tally

# -- columns -------------------------------------------------------------------------------------------------


def shifts(board: Board, declared: Declared) -> Tally:
    """13.4-max (see 13.2.1-5): all shifts, net at most four either way."""
    most = int(board.scenario.charts["assault"]["limits"]["net_shift"])
    return tally(terms_of_shifts(board, declared)).within(-most, most, "at most four net columns", "13.4-max")


def terms_of_shifts(board: Board, declared: Declared) -> list[Term]:
    """1.3.1-b, 13.4-assault, 13.4-prelim, 6.4.2, ruling R99: an assault unit once, the Preliminary Phase, the level
    that prevails, and the worst of the features."""
    rows, target = board.scenario.charts["attack"], declared.target
    found = [
        Term(LEVELS[level(board.map, target) - 1], "13.4-level", -_left(board, LEVELS[level(board.map, target) - 1]))
    ]
    stormers = ("assault", "rommel") if board.scenario.option("rommel") == "assault" else ("assault",)
    if any(board.unit(unit).type in stormers for unit in declared.attackers):
        found.append(Term("assault units", "13.4-assault", int(rows["assault_unit"])))
    if declared.is_preliminary:
        found.append(Term("Preliminary Phase", "13.4-prelim", int(rows["preliminary_phase"])))
    return [*found, *_counted(board, features(board, declared))]


def _left(board: Board, name: str) -> int:
    return int(board.scenario.charts["terrain"][name]["left"])


def _counted(board: Board, terms: Sequence[Term]) -> list[Term]:
    """13.4-cum, ruling R01: village, town, trench and stream are not added together, unless by option."""
    if board.scenario.option("features") == "added":
        return list(terms)
    return [min(terms, key=lambda term: term.value)] if terms else []


def features(board: Board, declared: Declared) -> list[Term]:
    """13.4-trench, 13.4-stream, rulings R98, R101 and R117: what the hex and its sides give the defender."""
    map, target, enemy = board.map, declared.target, board.enemy_of(declared.side)
    found = [Term(name, f"13.4-{name}", -_left(board, name)) for name in ("village", "town") if map.has(target, name)]
    if is_in_trench(board, target, enemy):
        found.append(Term("trench", "13.4-trench", -_left(board, "trench")))
    wet, whole = crossing(board, declared.attackers, target, STREAM)
    if wet and 2 * wet >= whole:
        left = int(board.scenario.charts["hexside"]["stream"]["left"])
        found.append(Term("half of the SP or more across a stream", "13.4-stream", -left))
    return found


def is_in_trench(board: Board, target: HexId, side: Side) -> bool:
    """See 13.4-trench, 2.5.2.3-b, rulings R101 and R117: a trench of the side through which nobody has a passage."""
    return is_trench_of(board.map, target, side) and not owners(board, target)


# -- dice ----------------------------------------------------------------------------------------------------


def die_modifiers(board: Board, declared: Declared) -> Tally:
    """13.5 (see 13.2.1-7, 13.2.1-8, 13.2.1-9): all are added, the attacker's and against them the defender's."""
    ours = _of_side(board, declared.attackers, declared.gunner, declared.hq, 1)
    theirs = _of_side(board, declared.defenders, declared.their_gunner, declared.their_hq, -1)
    return tally([*ours, *theirs, *_mountain(board, declared)])


def _of_side(board: Board, units: Sequence[UnitId], gunner: UnitId | None, hq: UnitId | None, sign: int) -> list[Term]:
    """13.2.1-7, 13.2.1-8, 2.5.4-b, 2.5.5.3-b, rulings R53, R100, R120 and R146: the MG value of one unit, one for each
    MG unit, one for Rommel, the SP of an HQ."""
    rows, found = board.scenario.charts["attack"], []
    if gunner:
        found.append(Term(f"MG value of {gunner}", "13.2.1-7", sign * machine_guns(board, gunner)))
    for unit in units:
        if board.unit(unit).type == "mg":
            found.append(Term(unit, "13.2.1-8", sign * int(rows["each_mg"])))
        if board.unit(unit).type == "rommel":
            found.append(Term("Rommel", "13.5", sign * int(rows["rommel"])))
    if hq:
        found.append(Term(f"SP of {hq}", "13.2.1-10", sign * strength(board, hq)))
    return found


def _mountain(board: Board, declared: Declared) -> list[Term]:
    """2.2-3, 2.2-4, 13.2.1-9: on levels 3 and 4 each attacking mountain regiment, and one that defends."""
    if level(board.map, declared.target) < HIGH:
        return []
    each = int(board.scenario.charts["attack"]["each_mountain_regiment"])
    climbing = [u for u in declared.attackers if _is_mountain_regiment(board, u)]
    at_home = [u for u in declared.defenders if _is_mountain_regiment(board, u)]
    found = [Term(f"{unit} in the mountains", "2.2-3", each) for unit in climbing]
    return [*found, *[Term("a mountain regiment defends", "2.2-4", -each) for _ in at_home[:1]]]


def _is_mountain_regiment(board: Board, unit: UnitId) -> bool:
    return is_mountain(board.unit(unit)) and is_regiment(board.unit(unit))
