"""An attack before the dice: strengths, every modifier, coordination, bombardments, and the exact chance of each
result, by what the attacker sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import ratio
from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle
from pbem.games.italia18.bombardment import all_points
from pbem.games.italia18.bombardment import modifiers as bombardment_modifiers
from pbem.games.italia18.by_mail.chances import bombardment_chances, combat_chances, coordination_chances, shown
from pbem.games.italia18.by_mail.grammar_move import EXPLOIT
from pbem.games.italia18.by_mail.orders_combat import Assault
from pbem.games.italia18.combat_phases import declared
from pbem.games.italia18.coordination import modifiers
from pbem.games.italia18.declaring import declare
from pbem.games.italia18.foreseen import Odds, foreseen
from pbem.games.italia18.guns import Battery, attacker_battery, may_counter, ready_guns
from pbem.games.italia18.results import more_hits
from pbem.games.italia18.steps import steps
from pbem.games.italia18.turns import sequence
from pbem.kernel.board import Board
from pbem.kernel.choosing import counted
from pbem.kernel.pieces import UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.tally import Tally, tally
from pbem.kernel.text.orders import Order
from pbem.kernel.views.chance import Chance
from pbem.kernel.views.odds import Aside, Helper, OddsView, Outcome, Sum

NO_GUNS = Battery()


def odds(board: Board, order: Order) -> OddsView:
    """See 12.2.4a, 12.2.4i, 12.2.6b, 15.2.2d: the attack as its owner can work it out, without the defender's guns;
    what they could do stands beside it."""
    if not isinstance(order, Assault):
        wanted = "`attack HEX with UNITS`"
        raise Illegal("12.2.4a", "odds are computed for an attack", found=str(order), wanted=wanted)
    battle = planned(board, order)
    found, batteries = foreseen(board, battle), without_defence(board, battle)
    drm = _coordination(board, battle, found, batteries)
    scale = ratio.crt(board).scale()
    return OddsView(
        (
            Sum("attack", "Attack", found.attack.exact),
            Sum("defence", "Defence", found.defence.exact),
            Sum("shifts", "Column shifts", found.shifts, is_signed=True),
            Sum("hits", "Hit points of the attacker", more_hits(board, battle, found.leads), is_signed=True),
            *(Sum(f"{role} die", f"Coordination of the {role}", one, is_signed=True) for role, one in drm.items()),
        ),
        scale.text(found.ratio),
        scale.text(found.column),
        tuple([one.text for one in scale.odds]),
        shown(combat_chances(board, battle, batteries)),
        steps={role: _steps(board, battle.units(board, role)) for role in (ATTACKER, DEFENDER)},
        premises=_bombardment(board, battle, batteries),
        asides=(*_results(board, drm), *_defence(board, battle)),
    )


def is_exploiting(board: Board) -> bool:
    """See 14.0c: whether an Exploitation Phase is being played."""
    step = steps(board.scenario).get(board.step)
    return step is not None and stem_of(step.kind) == EXPLOIT


def planned(board: Board, order: Assault) -> Battle:
    """See 12.2.1, 14.1a: the attack as the rules would take it now."""
    side = board.unit(order.units[0]).side
    attack = declared(board, order, side, is_exploitation=is_exploiting(board))
    return declare(board, attack, sequence(board) or 1)


def without_defence(board: Board, battle: Battle) -> dict[str, Battery]:
    """See 12.2.2b: the attacker's guns as ordered, and none of the defender's."""
    return {ATTACKER: attacker_battery(board, battle.attack, 0), DEFENDER: NO_GUNS}


def _steps(board: Board, units: Sequence[UnitId]) -> int:
    return sum([board.steps(unit) for unit in units])


# -- coordination --------------------------------------------------------------------------------------------


def _coordination(board: Board, battle: Battle, found: Odds, batteries: dict[str, Battery]) -> dict[str, Tally]:
    """See 12.2.6a, 12.2.6l: what modifies the coloured die of each side."""
    return {r: modifiers(board, battle, found.leads, batteries[r].all, r) for r in (ATTACKER, DEFENDER)}


def _results(board: Board, drm: Mapping[str, Tally]) -> list[Aside]:
    """See 12.2.6b: how likely each result of coordination is."""
    spreads = {role: coordination_chances(board, one.total) for role, one in drm.items()}
    return [Aside(f"{role} coordination", f"Coordination of the {role}", shown(s, 6)) for role, s in spreads.items()]


# -- guns ----------------------------------------------------------------------------------------------------


def _bombardment(board: Board, battle: Battle, batteries: dict[str, Battery]) -> tuple[Aside, ...]:
    """See 15.2.2d: the attacker's own bombardment, which the results count in."""
    fire = all_points(board, battle, batteries[ATTACKER], NO_GUNS, ATTACKER)
    if not fire:
        return ()
    drm = tally(bombardment_modifiers(board, battle))
    likely = bombardment_chances(board, battle, batteries[ATTACKER], NO_GUNS, ATTACKER)
    hits = ", ".join(f"{hit}: {Chance(share, 6)}" for hit, share in sorted(likely.items()))
    title = f"Bombardment with {counted(fire, 'point')} before it; hit points, which the weakest pay: {hits}"
    helpers = tuple([Helper(gun, points=board.unit(gun).figure("fire")) for gun in batteries[ATTACKER].bombarding])
    told = (Helper(UnitId("die"), tally=drm),) if drm.terms else ()
    return (Aside("bombardment", title, helpers=(*helpers, *told), figures={"points": fire}),)


def _defence(board: Board, battle: Battle) -> list[Aside]:
    """See 12.2.2a, 12.2.2c: what the defender's guns could do: all bombard, or as many as can fire at the guns."""
    ready = ready_guns(board, battle.side(board, DEFENDER), battle.target, is_attack=False)
    if not ready:
        return []
    corps = tuple([gun for gun in ready if may_counter(board, gun)]) if battle.attack.guns else ()
    others = tuple([gun for gun in ready if gun not in corps])
    title = f"If the defender bombards with {counted(len(ready), 'gun')}, all that are in range"
    found = [_if_guns(board, battle, "defender", title, Battery(ready))]
    if corps:
        title = f"If {counted(len(corps), 'Corps Artillery piece')} of his fire at your guns, and the rest bombards"
        found.append(_if_guns(board, battle, "counter-battery", title, Battery(others, corps)))
    return found


def _if_guns(board: Board, battle: Battle, name: str, title: str, defence: Battery) -> Aside:
    attack = attacker_battery(board, battle.attack, len(defence.counter))
    spread = combat_chances(board, battle, {ATTACKER: attack, DEFENDER: defence})
    likely = bombardment_chances(board, battle, defence, attack, DEFENDER)
    hits = tuple([Outcome(counted(hit, "hit point"), Chance(share, 6)) for hit, share in sorted(likely.items())])
    figures = {
        "points": all_points(board, battle, defence, attack, DEFENDER),
        "against": all_points(board, battle, attack, defence, ATTACKER),
    }
    parts = (Aside("bombarded", "his bombardment", hits),)
    return Aside(name, title, shown(spread), tuple([Helper(gun) for gun in defence.all]), figures, parts)
