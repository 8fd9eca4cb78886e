"""17.1 and 17.2: which artillery (and the Monitor) may support which combat."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.gwe.counters import strength
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId


def is_support_unit(board: Board, unit: UnitId) -> bool:
    """17.0: artillery brigades and the Monitor have a barrage strength."""
    return board.unit(unit).figure("barrage") > 0


def barrage_strength(board: Board, unit: UnitId) -> int:
    """E.17.0 (see 17.0): the figure in brackets, with the steps that are left; supply and command do not touch it
    (H3)."""
    return (
        strength(board, unit, "barrage") if board.unit(unit).type == "artillery" else board.unit(unit).figure("barrage")
    )


def check_attack_support(board: Board, unit: UnitId, attackers: Sequence[UnitId], targets: Sequence[HexId]) -> None:
    """17.12, 17.13, 17.14, 16.0/5.34: raises if the unit may not support this attack."""
    if not is_support_unit(board, unit):
        raise Illegal(
            "17.0", f"{unit} has no barrage strength", found=unit, wanted="an artillery brigade or the Monitor"
        )
    if not board.is_on_map(unit):
        raise Illegal("17.12", f"{unit} is not on the map", advice="leave it out of the barrage")
    if board.is_marked(unit, "barraged"):
        raise Illegal(
            "17.14", f"{unit} has supported an attack in this Game-Turn already", wanted="one attack a Game-Turn"
        )
    if board.is_marked(unit, "entrained"):
        raise Illegal(
            "5.36", f"{unit} is entrained and gives no support (ruling H6)", advice="leave it out of the barrage"
        )
    if board.is_marked(unit, "detrained"):
        raise Illegal("16.0/5.34", f"{unit} detrained in this Player-Turn and may not barrage", advice="leave it out")
    places = dict.fromkeys(board.hex_of(attacker) for attacker in attackers)
    if not any(_can_support_attack(board, board.hex_of(unit), place, targets) for place in places):
        raise _out_of_place(board, unit, "17.12", "17.13", "an attacking unit", tuple(places))


def _can_support_attack(board: Board, gun: HexId, attacker: HexId, targets: Sequence[HexId]) -> bool:
    """See 17.12, 17.13, rulings H1, H2: through one attacking hex to every target."""
    if not _is_open(board, gun, attacker):
        return False
    return all(not _is_walled(board, attacker, target) for target in targets)


def defence_supporters(board: Board, side: Side, target: HexId) -> tuple[UnitId, ...]:
    """17.22, 17.23, 17.24 (see 17.26): the units that may put their barrage into the defence of the hex."""
    near = (target, *board.map.grid.neighbours[target])
    found = []
    for hex_id in near:
        for unit in board.units_at(hex_id):
            if board.unit(unit).side != side or not is_support_unit(board, unit):
                continue
            if board.is_marked(unit, "shielded") or board.is_marked(unit, "entrained"):
                continue
            if _is_open(board, hex_id, target) and (hex_id != target or _may_barrage_own_hex(board, unit, target)):
                found.append(unit)
    return tuple(found)


def _may_barrage_own_hex(board: Board, unit: UnitId, hex_id: HexId) -> bool:
    """17.26, 16.0/8.14, ruling H7: guns barrage for their own hex beside a division or corps only; the Monitor may."""
    if board.unit(unit).type == "monitor":
        return True
    side = board.unit(unit).side
    mates = (board.unit(u) for u in board.units_at(hex_id) if board.unit(u).side == side and u != unit)
    return any(mate.size in ("XX", "XXX") and mate.type != "depot" for mate in mates)


def _is_open(board: Board, gun: HexId, supported: HexId) -> bool:
    """See 17.12, 17.13, 17.22, 17.23, ruling H2: stacked; or adjacent with no ridge, wall or mountain in the way."""
    if gun == supported:
        return True
    if not board.map.grid.are_adjacent(gun, supported) or _is_walled(board, gun, supported):
        return False
    return "mountain" not in (board.map.base[gun], board.map.base[supported])


def _is_walled(board: Board, a: HexId, b: HexId) -> bool:
    return board.map.crosses(a, b, "ridge") or board.map.crosses(a, b, "impassable")


def _out_of_place(
    board: Board, unit: UnitId, rule: str, mountain_rule: str, whom: str, places: tuple[HexId, ...]
) -> Illegal:
    gun = board.hex_of(unit)
    beside = [p for p in places if board.map.grid.are_adjacent(gun, p)]
    is_open = bool(beside) and not any(_is_walled(board, gun, p) for p in beside)
    if is_open and any("mountain" in (board.map.base[gun], board.map.base[p]) for p in beside):
        why = f"{unit} at {gun} is beside {whom}, but in mountains support comes only from the same hex"
        return Illegal(mountain_rule, why, wanted=f"a place in {', '.join(places)}")
    why = f"{unit} at {gun} cannot support from there"
    wanted = f"a place stacked with or next to {whom} ({', '.join(places)}), no ridge or impassable side between"
    return Illegal(rule, why, found=gun, wanted=wanted, advice="leave it out of the barrage")


def check_barrage_cap(attack: int, points: int) -> None:
    """17.15, ruling H4: the attack strength must be at least half of the barrage points used."""
    if points > 2 * attack:
        raise Illegal(
            "17.15",
            f"{points} barrage points are too many for an attack strength of {attack}",
            found=f"{points} points",
            wanted=f"at most {2 * attack} points",
            advice="give a number behind the artillery unit, or leave the number out to use what is allowed",
        )
