"""13.0, 13.1 An attack as it is declared: who may attack what, and what belongs to one combat."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.bridges import is_safe_from_attack, opens
from pbem.games.durchbruch.by_mail.orders import Attack
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import corps_of, is_combat_unit, is_gun, is_hq, is_real
from pbem.games.durchbruch.ground import level
from pbem.games.durchbruch.losses import gunner, with_guns
from pbem.games.durchbruch.marks import BRIDGING, FLED, OOC2, PINNED, STOPPED, USED
from pbem.games.durchbruch.stacking import ROCK, may_enter_rock
from pbem.games.durchbruch.support import check_support
from pbem.kernel.board import Board
from pbem.kernel.fog import is_stand_in
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Declared:
    """An attack after its declaration. `shield` and the last two are the defender's, who speaks second."""

    side: Side
    target: HexId
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]
    support: tuple[UnitId, ...] = ()
    hq: UnitId | None = None
    gunner: UnitId | None = None
    is_preliminary: bool = False
    shield: tuple[UnitId, ...] = ()
    their_hq: UnitId | None = None
    their_gunner: UnitId | None = None


@dataclass(slots=True)
class Phase:
    """What an assault segment remembers: whose it is, which hexes are marked, who has fought."""

    side: Side
    corps: str
    is_preliminary: bool = False
    marked: dict[HexId, None] | None = None  # nothing before the first assault
    attacked: dict[HexId, None] = field(default_factory=dict)
    attackers: dict[UnitId, None] = field(default_factory=dict)
    bound: dict[UnitId, HexId] = field(default_factory=dict)  # after an automatic victory that failed (12.3.7)


def defenders_in(board: Board, side: Side, target: HexId) -> tuple[UnitId, ...]:
    """13.1.1 (see 13.0.4, 2-b, ruling R67): all units of the hex defend, but not who has just retreated to them, nor a
    second corps."""
    return defenders_among(board, board.units_at(target, side))


def defenders_among(board: Board, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 13.1.1: who of these defends, if nobody else is there."""
    here = [unit for unit in units if is_real(board.unit(unit)) and not is_stand_in(unit)]
    fresh = [unit for unit in here if not board.is_marked(unit, FLED)] or here
    first = next((corps_of(board.unit(unit)) for unit in fresh), "")
    return tuple([unit for unit in fresh if corps_of(board.unit(unit)) == first])


def check_target(board: Board, phase: Phase, target: HexId) -> None:
    """13 (see 13.2, 13.0.3, 1.4.1, ruling R92): a marked hex with an enemy that has not been attacked in this phase."""
    place = board.map.called(target)
    if target in phase.attacked:
        raise Illegal("13.0.3", f"{place} has been attacked in this phase", wanted="each hex once")
    if target not in enemy_hexes(board, phase.side):
        raise Illegal("13", f"nobody stands in {place}", wanted="a hex with an enemy", advice="move there")
    if phase.marked is not None and target not in phase.marked:
        why = f"{place} was not marked when the assaults began"
        advice = f"write `target {target}` with the first of them"
        raise Illegal("13.2", why, found=target, wanted=", ".join(phase.marked) or "no hex", advice=advice)
    if is_safe_from_attack(board, phase.side, target):
        raise Illegal(
            "1.4.1",
            f"{place} cannot be attacked yet",
            found=f"turn {board.turn}",
            wanted=f"turn {opens(board)} or later",
        )


def check_attacker(board: Board, phase: Phase, unit: UnitId, target: HexId) -> None:
    """13.0.1, 13.0.3, 13.1.3, 2.3-b, 10.1.2-2 (see 1.4-pin, 1.4-b1, rulings R52, R118 and R155): one unit of the
    corps, next to the hex, that may attack and has not."""
    counter = board.unit(unit)
    if counter.side != phase.side or (phase.corps and corps_of(counter) != phase.corps):
        raise Illegal(
            "7-a", f"{unit} does not act now", found=corps_of(counter), wanted=f"a unit of {phase.corps or phase.side}"
        )
    if not is_combat_unit(counter):
        rule, what = ("2.3-b", "batteries never assault") if is_gun(counter) else ("2.4.1-b", "it is no combat unit")
        raise Illegal(rule, f"{unit} cannot attack: {what}", found=counter.type, wanted="a combat unit")
    if not board.is_on_map(unit) or not board.map.grid.are_adjacent(board.hex_of(unit), target):
        raise Illegal(
            "13", f"{unit} does not stand next to {target}", found=board.place(unit), wanted="a neighbouring hex"
        )
    if unit in phase.attackers:
        raise Illegal("13.0.3", f"{unit} has attacked in this phase", wanted="one attack for each unit, whole")
    for mark, rule, why in _HELD:
        if board.is_marked(unit, mark):
            raise Illegal(rule, f"{unit} cannot attack: it {why}", found=mark, wanted="another unit")
    if phase.bound.get(unit, target) != target:
        raise Illegal("12.3.7", f"{unit} may attack {phase.bound[unit]} alone", found=target, wanted=phase.bound[unit])
    is_free = board.scenario.option("rock-attack") == "anybody"
    if level(board.map, target) == ROCK and not may_enter_rock(counter) and not is_free:
        raise Illegal("2.2-2", f"{unit} cannot attack a hex of level 4", wanted="mountain or special units")


_HELD = (
    (PINNED, "1.4-pin", "is pinned"),
    (OOC2, "10.1.2-2", "is out of communication for the second time"),
    (STOPPED, "1.4-b1", "made a passage in this turn"),
    (BRIDGING, "1.3.4-d", "serves as a bridge"),
)


def check_force(board: Board, units: Sequence[UnitId]) -> None:
    """2-b, 6.4.3, 13.0.2, 13.1.2, ruling R155: any number of hexes, but one corps; machine guns never alone."""
    if len(dict.fromkeys(units)) < len(units):
        raise Illegal("13.0.3", "a unit is named twice", found=", ".join(units), wanted="each unit once")
    corps = list(dict.fromkeys(corps_of(board.unit(unit)) for unit in units))
    if len(corps) > 1:
        raise Illegal(
            "2-b", "units of different corps never attack together", found=" and ".join(corps), wanted="one corps"
        )
    if all(board.unit(unit).type == "mg" for unit in units):
        raise Illegal(
            "2.5.4-a", "machine guns do not attack alone", found=", ".join(units), wanted="another unit with them"
        )


def check_hq(board: Board, hq: UnitId, target: HexId, corps: str) -> None:
    """13.2.1-10, ruling R53: one HQ of the corps within two hexes, once a turn."""
    counter, most = board.unit(hq), int(board.scenario.charts["attack"]["hq_range"])
    if not is_hq(counter) or corps_of(counter) != corps or not board.is_on_map(hq):
        raise Illegal(
            "13.2.1-10", f"{hq} is no HQ of the {corps}", found=counter.type, wanted="an HQ of the fighting corps"
        )
    far = board.map.grid.distance(board.hex_of(hq), target)
    if far > most:
        raise Illegal("13.2.1-10", f"{hq} is too far away", found=f"{far} hexes", wanted=f"at most {most}")
    if board.is_marked(hq, USED):
        raise Illegal("13.2.1-10", f"{hq} has helped in this turn", wanted="each HQ once a turn")


def hqs_for(board: Board, side: Side, target: HexId, corps: str) -> tuple[UnitId, ...]:
    """See 13.2.1-10: the headquarters that could help."""
    found = []
    for hq in [unit for unit in board.on_map(side) if is_hq(board.unit(unit))]:
        try:
            check_hq(board, hq, target, corps)
        except Illegal:
            continue
        found.append(hq)
    return tuple(found)


def declare(board: Board, phase: Phase, order: Attack) -> Declared:
    """13.2.1-1, 13.2-errata, ruling R140 (see 6.4.1): the attacker names units, guns, HQ and whose machine guns; air
    support there is none, and in the Preliminary Phase no guns."""
    check_target(board, phase, order.target)
    check_force(board, order.units)
    for unit in order.units:
        check_attacker(board, phase, unit, order.target)
    corps = corps_of(board.unit(order.units[0]))
    if order.support and phase.is_preliminary:
        raise Illegal(
            "6.4.1", "no artillery supports in the Preliminary Phase", found=", ".join(order.support), wanted="none"
        )
    if len(dict.fromkeys(order.support)) < len(order.support):
        raise Illegal("2.3-a", "a battery is named twice", found=", ".join(order.support), wanted="each battery once")
    for gun in order.support:
        check_support(board, gun, order.target, order.units)
    if order.hq:
        check_hq(board, UnitId(order.hq), order.target, corps)
    if order.gunner and order.gunner not in with_guns(board, order.units):
        raise Illegal(
            "13.2.1-7",
            f"{order.gunner} has no MG value to lend",
            wanted=" or ".join(with_guns(board, order.units)) or "nobody",
        )
    mine = UnitId(order.gunner) if order.gunner else gunner(board, order.units)
    defenders = defenders_in(board, board.enemy_of(phase.side), order.target)
    return Declared(
        phase.side, order.target, order.units, defenders, order.support, UnitId(order.hq) if order.hq else None, mine,
        phase.is_preliminary,
    )  # fmt: skip
