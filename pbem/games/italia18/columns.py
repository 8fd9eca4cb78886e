"""12.2.4 Column shifts (step 7), each with its rule."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.games.italia18.battle import ATTACKER, DEFENDER, Battle, combat_units_in
from pbem.games.italia18.disorder import morale
from pbem.games.italia18.doctrine import CADORNA, is_led_by
from pbem.games.italia18.guns import is_in_range, is_offensive
from pbem.games.italia18.offensive import terms
from pbem.games.italia18.options import is_agreed
from pbem.games.italia18.supply import is_out_of_supply
from pbem.games.italia18.turns import initiative
from pbem.games.italia18.ways import MINOR
from pbem.games.italia18.zoc import NO_FRIENDS
from pbem.kernel.board import Board
from pbem.kernel.pieces import UnitId
from pbem.kernel.tally import Tally, Term, tally
from pbem.values import NamedTuple


class Leads(NamedTuple):
    """Who leads on either side; the defender's may not be known yet."""

    attacker: UnitId | None
    defender: UnitId | None


def shifts(board: Board, battle: Battle, leads: Leads) -> Tally:
    """See 12.2.4b, 12.2.4i: every shift, right for the attacker; they are added up."""
    return tally((*_terrain(board, battle), *_others(board, battle, leads)))


def _terrain(board: Board, battle: Battle) -> Iterator[Term]:
    """12.2.4d (see rulings R23, R24): one to the left for each kind of ground, and for a minor river under all feet."""
    chart, target = board.scenario.charts, battle.target
    names = [board.map.base[target], *(feature.name for feature in board.map.features(target))]
    for name in names:
        yield Term(name.replace("-", " "), "12.2.4d", -int(chart["terrain"].get(name, {}).get("left", 0)))
    units = battle.units(board, ATTACKER)
    if units and all(board.map.crosses(board.hex_of(unit), target, MINOR) for unit in units):
        yield Term("all attack across a minor river", "12.2.4d", -int(chart["hexside"][MINOR]["left"]))


def _others(board: Board, battle: Battle, leads: Leads) -> Iterator[Term]:
    """12.2.4f (see 15.3a, rulings R6, R25, R55d): Assault Troops, morale, supply, doctrine, and what surrounds."""
    right = {entry["id"]: entry["right"] for entry in board.scenario.charts["column"]}
    if battle.assault(board):
        yield Term("Assault Troops", "12.2.4f", int(right["assault-troops"]))
    if leads.attacker and leads.defender:
        gap = morale(board, leads.attacker) - morale(board, leads.defender)
        yield Term("morale of the lead units", "12.2.4f", gap)
    if any(is_out_of_supply(board, unit) for unit in battle.units(board, DEFENDER)):
        yield Term("defenders out of supply", "12.2.4f", int(right["out-of-supply"]))
    if is_led_by(board, leads.attacker, CADORNA):
        yield Term("Cadorna/Foch doctrine", "12.2.4f", int(right["cadorna"]))
    yield Term("Offensive", "12.2.4g", offensive_modifier(board, battle))
    if is_concentric(board, battle):
        yield Term("concentric attack", "12.2.4h", int(right["concentric"]))


def offensive_modifier(board: Board, battle: Battle) -> int:
    """12.2.4g (see 8.0b, rulings R26, R55c): that of the sequence, once, within range of a piece in Offensive mode."""
    side = battle.attack.side
    modifiers = terms(board).get("modifiers", [])
    if side != initiative(board.scenario) or battle.sequence > len(modifiers):
        return 0
    guns = [gun for gun in board.on_map(side) if is_offensive(board, gun)]
    is_supported = any(is_in_range(board, gun, battle.target) for gun in guns)
    return int(modifiers[battle.sequence - 1]) if is_supported else 0


def is_concentric(board: Board, battle: Battle) -> bool:
    """12.2.4h (see 5.0a, S1.sp8, ruling R28): the attackers stand in or control all six hexes, no friend beside it."""
    grid, target, side = board.map.grid, battle.target, battle.attack.side
    around = grid.neighbours[target]
    if battle.attack.is_rommel:
        return True
    friends = [unit for there in around for unit in board.units_at(there, board.enemy_of(side))]
    if any(board.unit(unit).type not in NO_FRIENDS for unit in friends):
        return False
    units = battle.units(board, ATTACKER)
    if is_agreed(board, "concentric-all"):
        held = {board.hex_of(unit): None for unit in board.on_map(side)}
        units = tuple([unit for hex_id in held for unit in combat_units_in(board, hex_id, side)])
    stands = {board.hex_of(unit): None for unit in units}
    covered = {there: None for hex_id in stands for there in (hex_id, *grid.neighbours[hex_id])}
    return len(around) == len(SIDES_OF_A_HEX) and all(there in covered for there in around)


SIDES_OF_A_HEX = range(6)
