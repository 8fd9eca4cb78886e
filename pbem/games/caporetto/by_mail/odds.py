"""An attack before the dice: odds, every modifier, and the exact chance of each result, as far as one may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto.attack import Declared, Spent, check_attacker, check_named_once, check_target
from pbem.games.caporetto.by_mail.chances import calls_of, fraction_text, result_chances, shown
from pbem.games.caporetto.by_mail.orders_combat import Attack
from pbem.games.caporetto.counters import enemy_of, friends, is_combat_unit
from pbem.games.caporetto.employment import automatic_rule, chance, modifiers
from pbem.games.caporetto.fog import view
from pbem.games.caporetto.headquarters import radius
from pbem.games.caporetto.modifiers import Effort, die_modifiers, shifts
from pbem.games.caporetto.ratio import attack_strength, columns, defence_strength, ratio_column, shifted_column
from pbem.games.caporetto.support import in_defence, most_in_defence, take_support
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order


def odds(board: Board, order: Order) -> Mapping[str, Any]:
    """11.6, 11.7: the attack as its owner can work it out now: units below the top one are unknown to him."""
    if not isinstance(order, Attack):
        raise Illegal("11.7", "odds are computed for an attack", found=str(order), wanted="`attack HEX with UNITS`")
    side = board.unit(order.units[0]).side
    seen = as_seen(board, side)
    declared = declare_as_seen(seen, side, order)
    attack, defence = attack_strength(seen, declared.attackers), defence_strength(seen, declared.defenders)
    column = ratio_column(seen, attack.total, defence.total)
    effort = Effort(declared, _sure(seen, declared))
    sums, drm = shifts(seen, effort), die_modifiers(seen, effort)
    return {
        "attack": attack.as_json(),
        "defence": defence.as_json(),
        "ratio": columns(seen)[column],
        "shifts": sums.as_json(),
        "odds": columns(seen)[shifted_column(seen, column, sums.total)],
        "die": drm.as_json(),
        "steps": {"attacker": _steps(seen, declared.attackers), "defender": _steps(seen, declared.defenders)},
        "employment": [_row(seen, declared, unit, is_attack=True) for unit in declared.support],
        "outcomes": shown(result_chances(seen, declared, column)),
        "defender_may_employ": _defence(seen, declared, column),
        "unseen": unseen_part(board, seen, declared, attack.total, defence.total),
        "columns": list(columns(seen)),
    }


def as_seen(board: Board, side: Side) -> Board:
    """11.6: the board without what the side may not look at."""
    return Board(board.scenario, view(board.scenario, board.freeze(board.turn, board.step), side))


def declare_as_seen(seen: Board, side: Side, order: Attack) -> Declared:
    """11.2, 11.6: the attack on what is seen of the hex; a top unit that is an HQ hides who fights below it."""
    check_named_once(order.units)
    defenders = tuple([u for u in check_target(seen, side, order.target, Spent()) if not is_stand_in(u)])
    for unit in order.units:
        check_attacker(seen, side, unit, order.target, Spent())
    support = take_support(seen, side, order.support, order.units, order.target)
    number = 2 if "second" in seen.step else 1
    return Declared(side, number, order.target, order.units, defenders, support)


def unseen_units(seen: Board, hex_id: HexId) -> int:
    """11.6: how many units lie below the top one."""
    return sum(1 for unit in seen.units_at(hex_id) if is_stand_in(unit))


def _steps(board: Board, units: Sequence[UnitId]) -> int:
    return sum(board.steps(unit) for unit in units)


def _sure(board: Board, declared: Declared) -> tuple[UnitId, ...]:
    """16.3/4, 16.5: the support units that need no die."""
    calls = calls_of(declared, declared.support, is_attack=True)
    return tuple([call.unit for call in calls if automatic_rule(board, call)])


def _row(board: Board, declared: Declared, unit: UnitId, *, is_attack: bool) -> dict[str, Any]:
    """A support unit with its modifiers and its chance to be employed."""
    (call,) = calls_of(declared, (unit,), is_attack=is_attack)
    likely = fraction_text(chance(board, call))
    return {"unit": unit, "chance": likely, "modifiers": modifiers(board, call).as_json()}


def _defence(board: Board, declared: Declared, column: int) -> dict[str, Any]:
    """16.1, 16.2: the defender's support: who could help, how many at most, and what comes of it if all of them do."""
    side = enemy_of(declared.side)
    able = in_defence(board, side, declared.defenders)
    is_served = _may_hide_an_hq(board, side, declared.target)
    most = len(able) if is_served else min(len(able), most_in_defence(board, side, declared.target))
    surest = sorted(able, key=lambda unit: -chance(board, calls_of(declared, (unit,), is_attack=False)[0]))
    return {
        "units": [_row(board, declared, unit, is_attack=False) for unit in able],
        "most": most,
        "outcomes": shown(result_chances(board, declared, column, surest[:most])) if most else [],
    }


def _may_hide_an_hq(seen: Board, side: Side, target: HexId) -> bool:
    """11.6, 16.2: whether an HQ that is not seen could lie in range of the hex, below a top unit or as one unseen."""
    near = seen.map.grid.within(target, radius(seen))
    return any(is_stand_in(unit) for there in near for unit in friends(seen, there, side))


# -- what lies below the top unit ----------------------------------------------------------------------------


def unseen_part(board: Board, seen: Board, declared: Declared, attack: int, defence: int) -> dict[str, Any]:
    """11.6: how many units are hidden, and what the odds would be for each defence that they could add up to."""
    number = unseen_units(seen, declared.target)
    best = strongest(board, enemy_of(declared.side))
    ladder = [_rung(seen, declared, attack, *rung) for rung in _rungs(seen, attack, defence, defence + number * best)]
    return {"units": number, "most_each": best, "ladder": ladder if number else []}


def strongest(board: Board, side: Side) -> int:
    """The highest defence factor printed on any counter of the side; counters are open to both players."""
    units = [unit for unit in board.scenario.units.values() if unit.side == side and is_combat_unit(unit)]
    return max((unit.figure("defence") for unit in units), default=0)


def _rungs(board: Board, attack: int, least: int, most: int) -> list[tuple[int, int, int]]:
    """Spans of defence that give the same column: from, to, column."""
    spans: list[tuple[int, int, int]] = []
    for defence in range(least, most + 1):
        column = ratio_column(board, attack, defence)
        if spans and spans[-1][2] == column:
            spans[-1] = (spans[-1][0], defence, column)
        else:
            spans.append((defence, defence, column))
    return spans


def _rung(board: Board, declared: Declared, attack: int, least: int, most: int, column: int) -> dict[str, Any]:
    outcomes = shown(result_chances(board, declared, column))
    return {"from": least, "to": most, "ratio": columns(board)[column], "outcomes": outcomes}
