"""16.0 Artillery, air and naval support: which support unit may be used in which combat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.errors import Illegal
from pbem.games.caporetto import limits
from pbem.games.caporetto.by_mail.orders_combat import Support
from pbem.games.caporetto.counters import arrival, is_out_of_supply, is_support, nation_of
from pbem.games.caporetto.headquarters import serving_hqs
from pbem.games.caporetto.options import chosen
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import ASIDE, WAITING, Side, UnitId

SPENT, RECON = "spent", "recon"


def chart(board: Board) -> Mapping[str, Any]:
    """The figures of chapter 16."""
    found: Mapping[str, Any] = board.scenario.charts["support"]
    return found


# -- availability --------------------------------------------------------------------------------------------


def first_turn(board: Board, unit: UnitId) -> int:
    """3.2i, 3.3d: from when the support unit may be used: its nation's turn, or a later one of its own."""
    return max(arrival(board.unit(unit)), int(chart(board)["from_turn"].get(nation_of(board, unit), 1)))


def is_available(board: Board, unit: UnitId) -> bool:
    """See 3.2i, 16.1/2, 13.3/4: in play, of age, and not used in this Operations Phase."""
    is_there = board.place(unit) in (ASIDE, WAITING) and board.turn >= first_turn(board, unit)
    return is_support(board.unit(unit)) and is_there and not board.is_marked(unit, SPENT)


def available(board: Board, side: Side) -> tuple[UnitId, ...]:
    """16.0: all support units that the side can still use in this turn."""
    return tuple([unit for unit in board.units(side) if is_available(board, unit)])


def check_available(board: Board, side: Side, unit: UnitId) -> None:
    """See 3.2i, 16.0, 16.1/2, 16.8, 13.3/4: refuses a support unit that cannot be used now."""
    counter = board.unit(unit)
    if counter.side != side or not is_support(counter):
        raise Illegal(
            "16.0", f"{unit} is not one of your support units", found=counter.type, wanted="artillery, air or naval"
        )
    if board.turn < first_turn(board, unit):
        wanted = f"turn {first_turn(board, unit)} or later"
        raise Illegal("3.2i", f"{unit} is not available yet", found=f"turn {board.turn}", wanted=wanted)
    if board.place(unit) not in (ASIDE, WAITING):
        raise Illegal("13.3/4", f"{unit} has left the game", found=board.place(unit), advice="leave it out")
    if board.is_marked(unit, RECON):
        raise Illegal(
            "16.8", f"{unit} flies reconnaissance and gives no support in this turn", wanted="another air unit"
        )
    if board.is_marked(unit, SPENT):
        why = f"{unit} has already been used in this Operations Phase"
        raise Illegal("16.1/2", why, wanted="each support unit once per turn", advice="leave it out")


# -- in attack -----------------------------------------------------------------------------------------------


def check_attack_support(board: Board, side: Side, unit: UnitId, attackers: Sequence[UnitId], target: HexId) -> None:
    """See 16.1, 16.4, 16.7, 14.3/4, rulings R34, R70: whether this unit may support this attack."""
    check_available(board, side, unit)
    if board.unit(unit).type == "naval":
        _check_coast(board, unit, target)
    fitting = [other for other in attackers if _may_support(board, unit, other)]
    if not fitting:
        nations = ", ".join(chart(board)["serves"][nation_of(board, unit)])
        found = ", ".join(dict.fromkeys(nation_of(board, other) for other in attackers))
        raise Illegal("16.4", f"{unit} may support none of the attackers", found=found, wanted=f"units of {nations}")
    if not _any_supplied(board, fitting, attackers):
        why = f"{unit} can support only units in supply, and those that it could support are out of supply"
        raise Illegal("14.3/4", why, wanted="a supplied unit in the attack", advice="leave the support out")


def _may_support(board: Board, unit: UnitId, other: UnitId) -> bool:
    """16.4: by nationality."""
    return nation_of(board, other) in chart(board)["serves"][nation_of(board, unit)]


def _any_supplied(board: Board, fitting: Sequence[UnitId], attackers: Sequence[UnitId]) -> bool:
    """14.3/4, rulings R34, R151: one unit in supply is enough; by option no attacker may be out of supply."""
    if chosen(board, "mixed-supply-support") == "no":
        return not any(is_out_of_supply(board, unit) for unit in attackers)
    return any(not is_out_of_supply(board, unit) for unit in fitting)


def _check_coast(board: Board, unit: UnitId, target: HexId) -> None:
    """16.7: naval gunfire reaches hexes within three hexes of a coastal hex."""
    reach = int(chart(board)["naval"]["range"])
    if not any(board.map.has(near, "coast") for near in board.map.grid.within(target, reach)):
        why = f"{board.map.called(target)} is too far from the coast for {unit}"
        raise Illegal("16.7", why, wanted=f"a target within {reach} hexes of a coastal hex", advice="leave it out")


def most_in_attack(board: Board, side: Side, attackers: Sequence[UnitId]) -> int:
    """16.1/3 (see 16.2, 15.1.2, rulings R68, R69): any number if an HQ reaches the attackers, else one."""
    served = [bool(serving_hqs(board, side, board.hex_of(unit))) for unit in attackers]
    is_reached = any(served) if chosen(board, "hq-range") == "any" else all(served)
    return len(board.units(side)) if is_reached else int(chart(board)["without_hq"])


def check_number(board: Board, side: Side, units: Sequence[UnitId], attackers: Sequence[UnitId]) -> None:
    """16.2 (see 15.1.2, 14.3/6, ruling R68): more than one support unit needs an HQ for every attacker."""
    most = most_in_attack(board, side, attackers)
    if len(units) > most:
        far = [unit for unit in attackers if not serving_hqs(board, side, board.hex_of(unit))]
        why = f"no supplied HQ of yours in support mode is within range of {', '.join(far)}"
        found, wanted = f"{len(units)} support units", f"at most {most}"
        advice = "bring up an HQ in support mode, leave those units out, or use one support unit"
        raise Illegal("16.2", why, found=found, wanted=wanted, advice=advice)


def take_support(
    board: Board, side: Side, wanted: Support, attackers: Sequence[UnitId], target: HexId
) -> tuple[UnitId, ...]:
    """See 16.1, 16.1/2, 16.1/3, 16.2, 17.2/4: the support units of an attack, checked one by one and together."""
    if wanted.most:
        return _some(board, side, wanted, attackers, target)
    _check_twice(wanted.units)
    for unit in wanted.units:
        check_attack_support(board, side, unit, attackers, target)
    check_number(board, side, wanted.units, attackers)
    limits.check_guns(board, side, wanted.units)
    return wanted.units


def _check_twice(units: Sequence[UnitId]) -> None:
    if len(dict.fromkeys(units)) != len(units):
        raise Illegal("16.1/2", "a support unit is named twice in this attack", advice="name each unit once")


def _some(board: Board, side: Side, wanted: Support, attackers: Sequence[UnitId], target: HexId) -> tuple[UnitId, ...]:
    """`up to 2 of A, B, C`: the first that may be used; those that may not are passed over."""
    most = min(wanted.most, most_in_attack(board, side, attackers))
    taken: list[UnitId] = []
    for unit in dict.fromkeys(wanted.units):
        if len(taken) < most and _is_usable(board, side, [*taken, unit], attackers, target):
            taken.append(unit)
    return tuple(taken)


def _is_usable(board: Board, side: Side, units: Sequence[UnitId], attackers: Sequence[UnitId], target: HexId) -> bool:
    try:
        check_attack_support(board, side, units[-1], attackers, target)
        limits.check_guns(board, side, units)
    except Illegal:
        return False
    return True


# -- in defence ----------------------------------------------------------------------------------------------


def in_defence(board: Board, side: Side, defenders: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 16.0, 16.4, 16.7, 14.3/4, 17.2/4, rulings R70, R74: the support units that could help the defenders."""
    supplied = [unit for unit in defenders if not is_out_of_supply(board, unit)]
    able = [unit for unit in available(board, side) if board.unit(unit).type != "naval"]
    able = [unit for unit in able if any(_may_support(board, unit, other) for other in supplied)]
    is_out_of_guns = limits.guns_left(board, side) == 0
    return tuple([unit for unit in able if not (is_out_of_guns and board.unit(unit).type == "artillery")])


def most_in_defence(board: Board, side: Side, target: HexId) -> int:
    """See 16.2, 15.1.2, ruling R68: any number if an HQ reaches the defending hex, else one."""
    return len(board.units(side)) if serving_hqs(board, side, target) else int(chart(board)["without_hq"])


def allowed_in_defence(board: Board, side: Side, target: HexId, named: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """See 16.2, 17.2/4: of the named units the first ones, as far as range and a pause allow."""
    guns = limits.guns_left(board, side)
    taken: list[UnitId] = []
    for unit in named:
        is_one_gun_too_many = guns is not None and limits.guns_among(board, [*taken, unit]) > guns
        if len(taken) < most_in_defence(board, side, target) and not is_one_gun_too_many:
            taken.append(unit)
    return tuple(taken)
