"""An attack before the dice: odds, every modifier, and the exact chance of each result, as far as one may see."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.caporetto.attack import Declared, Spent, check_attacker, check_named_once, check_target
from pbem.games.caporetto.by_mail.chances import calls_of, result_chances, shown
from pbem.games.caporetto.by_mail.orders_combat import Attack
from pbem.games.caporetto.counters import is_combat_unit
from pbem.games.caporetto.employment import automatic_rule, chance, modifiers
from pbem.games.caporetto.fog import view
from pbem.games.caporetto.headquarters import radius
from pbem.games.caporetto.modifiers import Effort, die_modifiers, shifts
from pbem.games.caporetto.ratio import attack_strength, columns, defence_strength, ratio_column, shifted_column
from pbem.games.caporetto.sequence import steps
from pbem.games.caporetto.support import in_defence, most_in_defence, take_support
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Order
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Aside, Helper, OddsView, Sum


def odds(board: Board, order: Order) -> OddsView:
    """See 11.6, 11.7: the attack as its owner can work it out now: units below the top one are unknown to him."""
    if not isinstance(order, Attack):
        raise Illegal("11.7", "odds are computed for an attack", found=str(order), wanted="`attack HEX with UNITS`")
    side = board.unit(order.units[0]).side
    seen = as_seen(board, side)
    declared = declare_as_seen(seen, side, order)
    attack, defence = attack_strength(seen, declared.attackers), defence_strength(seen, declared.defenders)
    column, printed = ratio_column(seen, attack.total, defence.total), columns(seen)
    effort = Effort(declared, _sure(seen, declared))
    moved, drm = shifts(seen, effort), die_modifiers(seen, effort)
    return OddsView(
        (
            Sum("attack", "Attack", attack),
            Sum("defence", "Defence", defence),
            Sum("shifts", "Column shifts", moved, is_signed=True),
            Sum("die", "Die", drm, is_signed=True),
        ),
        printed[column],
        printed[shifted_column(seen, column, moved.total)],
        tuple(printed),
        shown(result_chances(seen, declared, column)),
        steps={"attacker": _steps(seen, declared.attackers), "defender": _steps(seen, declared.defenders)},
        premises=_employment(seen, declared),
        asides=(*_defence(seen, declared, column), *unseen_part(board, seen, declared, attack.total, defence.total)),
    )


def as_seen(board: Board, side: Side) -> Board:
    """See 11.6: the board without what the side may not look at."""
    return Board(board.scenario, view(board.scenario, board.freeze(board.turn, board.step), side))


def declare_as_seen(seen: Board, side: Side, order: Attack) -> Declared:
    """See 11.2, 11.6: the attack on what is seen of the hex; a top unit that is an HQ hides who fights below it."""
    check_named_once(order.units)
    defenders = tuple([u for u in check_target(seen, side, order.target, Spent()) if not is_stand_in(u)])
    for unit in order.units:
        check_attacker(seen, side, unit, order.target, Spent())
    support = take_support(seen, side, order.support, order.units, order.target)
    step = steps(seen.scenario).get(seen.step)
    return Declared(side, (step.number if step else 0) or 1, order.target, order.units, defenders, support)


def unseen_units(seen: Board, hex_id: HexId) -> int:
    """See 11.6: how many units lie below the top one."""
    return sum(1 for unit in seen.units_at(hex_id) if is_stand_in(unit))


def _steps(board: Board, units: Sequence[UnitId]) -> int:
    return sum(board.steps(unit) for unit in units)


def _sure(board: Board, declared: Declared) -> tuple[UnitId, ...]:
    """See 16.3/4, 16.5: the support units that need no die."""
    calls = calls_of(declared, declared.support, is_attack=True)
    return tuple([call.unit for call in calls if automatic_rule(board, call)])


def _employment(board: Board, declared: Declared) -> tuple[Aside, ...]:
    """See 16.3: the attacker's own support units, each with its chance."""
    helpers = tuple([_helper(board, declared, unit, is_attack=True) for unit in declared.support])
    return (Aside("employment", "Support, if it is employed:", helpers=helpers),) if helpers else ()


def _helper(board: Board, declared: Declared, unit: UnitId, *, is_attack: bool) -> Helper:
    """A support unit with its modifiers and its chance to be employed."""
    (call,) = calls_of(declared, (unit,), is_attack=is_attack)
    return Helper(unit, Chance(chance(board, call)), tally=modifiers(board, call))


def _defence(board: Board, declared: Declared, column: int) -> tuple[Aside, ...]:
    """See 16.1, 16.2: the defender's support: who could help, how many at most, and what comes of it if all of them
    do."""
    side = board.enemy_of(declared.side)
    able = in_defence(board, side, declared.defenders)
    is_served = _may_hide_an_hq(board, side, declared.target)
    most = len(able) if is_served else min(len(able), most_in_defence(board, side, declared.target))
    if not most:
        return ()
    surest = sorted(able, key=lambda unit: -chance(board, calls_of(declared, (unit,), is_attack=False)[0]))
    share = "all" if most == len(able) else f"{most} of the"
    units = f"{share} {len(able)} support units" if len(able) > 1 else "the one support unit"
    return (
        Aside(
            "defender",
            f"If the defender calls on {units} that can help there",
            shown(result_chances(board, declared, column, surest[:most])),
            tuple([_helper(board, declared, unit, is_attack=False) for unit in able]),
            {"most": most},
        ),
    )


def _may_hide_an_hq(seen: Board, side: Side, target: HexId) -> bool:
    """See 11.6, 16.2: whether an HQ that is not seen could lie in range of the hex, below a top unit or as one
    unseen."""
    near = seen.map.grid.within(target, radius(seen))
    return any(is_stand_in(unit) for there in near for unit in seen.units_at(there, side))


# -- what lies below the top unit ----------------------------------------------------------------------------


def unseen_part(board: Board, seen: Board, declared: Declared, attack: int, defence: int) -> tuple[Aside, ...]:
    """See 11.6: how many units are hidden, and what the odds would be for each defence that they could add up to."""
    number = unseen_units(seen, declared.target)
    if not number:
        return ()
    best = strongest(board, board.enemy_of(declared.side))
    rungs = _rungs(seen, attack, defence, defence + number * best)
    title = f"Not seen below the top unit: {number}, each with a defence of up to {best}"
    parts = tuple([_rung(seen, declared, *rung) for rung in rungs])
    return (Aside("unseen", title, figures={"units": number, "most_each": best}, parts=parts),)


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


def _rung(board: Board, declared: Declared, least: int, most: int, column: int) -> Aside:
    """See 11.6: what one span of defence would mean."""
    ratio, results = columns(board)[column], shown(result_chances(board, declared, column))
    figures: dict[str, int | str] = {"from": least, "to": most, "ratio": ratio}
    return Aside("rung", f"defence {least} to {most}: ratio {ratio}", results, figures=figures)
