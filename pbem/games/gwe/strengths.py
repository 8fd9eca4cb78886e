"""8.2 to 8.4: strengths, odds and the column, every term with its rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.games.gwe import supply
from pbem.games.gwe.barrage import barrage_strength
from pbem.games.gwe.counters import is_combat_unit, strength, tcr
from pbem.games.gwe.fortress import standing_fortress
from pbem.games.gwe.heroes import defence_bonus, rommel_bonus
from pbem.games.gwe.loading import RATINGS
from pbem.games.gwe.occupation import combat_units
from pbem.games.gwe.stacking import points, stacking_points
from pbem.kernel.board import Board
from pbem.kernel.charts import Chart
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.odds import Scale
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.tally import DOWN, Figure, Tally, Term, figure, summed, tally


def attack_of_unit(board: Board, unit: UnitId, targets: Sequence[HexId]) -> Term:
    """9.21, 16.0/12.2, 10.42 (see 5.4.river, rulings F4, F5): halves multiplied, then rounded down once, never below
    1."""
    printed = strength(board, unit, "attack")
    found = figure(f"{unit} {printed}", printed)
    for why, rule in _halves(board, unit, targets):
        found = found.halved(why, rule)
    return found.term("8.0", DOWN, least=1 if printed else 0)


def _halves(board: Board, unit: UnitId, targets: Sequence[HexId]) -> list[tuple[str, str]]:
    found = []
    if not supply.is_supplied_to_attack(board, unit):
        found.append(("out of supply", "9.21"))
    if board.is_marked(unit, "out-of-command"):
        found.append(("out of command", "10.42"))
    here = board.hex_of(unit)
    if any(crosses_river(board, here, target) for target in targets):
        found.append(("across a river", "5.4.river"))
    return found


def crosses_river(board: Board, a: HexId, b: HexId) -> bool:
    """5.4.river: a minor or major river hexside lies between."""
    return board.map.crosses(a, b, "river") or board.map.crosses(a, b, "major-river")


def attack_strength(
    board: Board, attackers: Sequence[UnitId], targets: Sequence[HexId], barrage: Mapping[UnitId, int]
) -> Tally:
    """17.11 (see 8.0, 21.12): all attacking units, Rommel, and the barrage, which no river touches."""
    terms = [attack_of_unit(board, unit, targets) for unit in attackers]
    if rommel_bonus(board, attackers):
        terms.append(Term("Rommel", "21.12", rommel_bonus(board, attackers)))
    terms += [Term(f"barrage of {unit}", "17.11", given) for unit, given in barrage.items() if given]
    return summed(terms)


def own_strength(board: Board, attackers: Sequence[UnitId], targets: Sequence[HexId]) -> int:
    """See 17.15, ruling H4: the attack strength of the units after halvings, with Rommel and without any barrage."""
    return sum(attack_of_unit(board, unit, targets).value for unit in attackers) + rommel_bonus(board, attackers)


def units_in_defence(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """See 8.21, 8.66, 12.17, 17.27: all units of the hex fight and suffer as one; units that fled into it do not."""
    units = combat_units(board, hex_id, side)
    hosts = tuple(unit for unit in units if not board.is_marked(unit, "guest"))
    return hosts if hosts or standing_fortress(board, hex_id, side) else units


def defence_strength(board: Board, side: Side, targets: Sequence[HexId], barrage: Sequence[UnitId]) -> Tally:
    """8.21, 8.23, ruling F6: each hex multiplied by its own terrain, then added."""
    terms: list[Term] = []
    for hex_id in targets:
        terms += _defence_of_hex(board, side, hex_id, barrage)
    for unit in barrage:
        terms.append(_barrage_in_defence(board, unit, targets))
    return summed(terms)


def _defence_of_hex(board: Board, side: Side, hex_id: HexId, barrage: Sequence[UnitId]) -> list[Term]:
    factor, why, rule = terrain_factor(board, hex_id)
    terms = []
    for unit in units_in_defence(board, hex_id, side):
        if unit not in barrage:  # 17.26: barrage instead of its defence strength
            terms.append(_defence_of_unit(board, unit).times(factor, why, rule).term("8.21"))
    for hq in hqs_that_defend(board, hex_id, side):
        beside = figure(f"{hq} beside the troops", board.unit(hq).figure("strength"))
        terms.append(beside.times(factor, why).term("10.53"))
    fortress = standing_fortress(board, hex_id, side)
    if fortress:
        terms.append(Term(f"fortress {board.map.called(hex_id)}", "11.11", fortress.strength))
    return terms


def _defence_of_unit(board: Board, unit: UnitId) -> Figure:
    """5.36, App.C (see 21.22): entrained units at half, rounded down; +1 for heroes and switch lines (ruling F14)."""
    printed = strength(board, unit, "defence")
    found = figure(f"{unit} {printed}", printed)
    if board.is_marked(unit, "entrained"):
        found = found.halved("entrained").rounded(DOWN)
    if defence_bonus(board, unit):
        found = found.plus(defence_bonus(board, unit), "hero")
    if board.scenario.option("switch-lines") == "on" and board.map.has(board.hex_of(unit), "switch-line"):
        found = found.plus(1, "switch line")
    return found


def hqs_that_defend(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """10.11.4, 10.51 (see 10.53): HQs beside two or more Stacking Points of combat units add their strength."""
    if points(board, units_in_defence(board, hex_id, side)) < 2:
        return ()
    return tuple(u for u in board.units_at(hex_id, side) if board.unit(u).type == "hq")


def terrain_factor(board: Board, hex_id: HexId) -> tuple[int, str, str]:
    """8.3, 5.4.cumul (see 5.4.mountain, 5.4.city, 5.4.trench, ruling F1): each doubles; two are x4 (by option x3)."""
    doubling = []
    if board.map.base[hex_id] == "mountain":
        doubling.append(("mountain", "5.4.mountain"))
    if board.map.has(hex_id, "city"):
        doubling.append(("city", "5.4.city"))
    if board.map.has(hex_id, "trench"):
        doubling.append(("trench", "5.4.trench"))
    if not doubling:
        return 1, "", ""
    is_added = board.scenario.option("mountain-trench") == "x3"
    factor = 1 + len(doubling) if is_added else 2 ** len(doubling)
    return factor, " and ".join(name for name, _ in doubling), ", ".join(rule for _, rule in doubling)


def _barrage_in_defence(board: Board, unit: UnitId, targets: Sequence[HexId]) -> Term:
    """17.21, ruling F2: mountain terrain alone doubles it; taken in the hex that it helps."""
    value = barrage_strength(board, unit)
    here = board.hex_of(unit)
    helped = [t for t in targets if t == here or board.map.grid.are_adjacent(t, here)]
    if any(board.map.base[t] == "mountain" for t in helped):
        return figure(f"barrage of {unit} {value}", value).times(2, "mountain").term("17.21")
    return Term(f"barrage of {unit}", "17.21", value)


# -- the column ----------------------------------------------------------------------------------------------


def majority_tcr(board: Board, units: Sequence[UnitId]) -> int:
    """16.0/8.4, 16.0/8.62 (see 8.4, ruling F12): the rating of most Stacking Points; a tie counts as 1.

    Artillery, depots and HQs do not vote unless nobody else is there.
    """
    voters = [u for u in units if is_combat_unit(board.unit(u)) and board.unit(u).type not in ("artillery", "depot")]
    weights = {1: 0, 2: 0}
    for unit in voters or units:
        weights[tcr(board.unit(unit))] += stacking_points(board.unit(unit))
    return 1 if weights[1] >= weights[2] else 2


def crt(board: Board) -> Chart:
    """See 8.8: the Combat Results Table, with a row of odds for each rating."""
    return board.scenario.chart("crt", RATINGS)


def scale(board: Board, rating: int) -> Scale:
    """See 8.4, 8.8: the odds that count for a rating."""
    return crt(board).scale({1: "tcr1", 2: "tcr23", 3: "tcr23", 4: "tcr4"}[rating])


def columns(board: Board, rating: int) -> tuple[str, ...]:
    """See 8.8: the odds printed over the columns for a rating."""
    return tuple(odds.text for odds in scale(board, rating).odds)


def ratio_column(board: Board, rating: int, attack: int, defence: int) -> int:
    """See 8.0, 8.4: the rightmost column whose odds are reached, rounding for the defender; -1 if none is."""
    return scale(board, rating).column(attack, defence)


def die_modifiers(board: Board, attackers: Sequence[UnitId], targets: Sequence[HexId]) -> Tally:
    """5.4.ridge (see 5.4.river, ruling F13): +1 if any attacker crosses a ridge, +2 if all cross major rivers."""
    ways = [(board.hex_of(unit), target) for unit in attackers for target in targets]
    terms = []
    if any(board.map.crosses(a, b, "ridge") for a, b in ways):
        terms.append(Term("across a ridge", "5.4.ridge", 1))
    if ways and all(board.map.crosses(a, b, "major-river") for a, b in ways):
        terms.append(Term("all across a major river", "5.4.river", 2))
    return tally(terms)


def steps_of(board: Board, units: Sequence[UnitId]) -> int:
    """See 8.9.x1, 8.9.x2, rulings F15 to F17: the size of a force in steps."""
    return sum(board.steps(unit) for unit in units)
