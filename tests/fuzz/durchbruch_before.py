"""The greedy player before turn 1: where special units lie, what is bought, which hexes are shelled, the first blow."""

from __future__ import annotations

import random

from pbem.errors import Illegal
from pbem.games.durchbruch.by_mail.orders import ChoosePlan, Fire, First, Gas, Marker, Strengthen
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import AG, IT, artillery_range, is_combat_unit, is_gun
from pbem.games.durchbruch.ground import level
from pbem.games.durchbruch.passages import may_lie, needs_check
from pbem.games.durchbruch.planning import Segment
from pbem.games.durchbruch.preliminary import check_fire
from pbem.games.durchbruch.set_up import check_place
from pbem.games.durchbruch.status import strength
from pbem.games.durchbruch.surprise import MOST
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.text.orders import Deploy, Order
from tests.fuzz.durchbruch_attacks import Intent, assaults, with_advances
from tests.fuzz.durchbruch_marches import advance, in_the_way

PLANS = ("conrad", "boroevic", "waffentreue")
BOUGHT = 4  # points for each of the strengthened units
SPEARHEADS = ("GE-R23", "GE-st12", "GE-Leib", "GE-AKJ2", "GE-J3", "GE-J4", "AH-R14", "GE-G8")  # who gets them
DUMMIES = ("GE-R62", "GE-AKJ1", "GE-J5", "GE-G12")
# Where the line is to be broken, the most wanted first: the valley of the Isonzo, Jeza, Kolovrat, the basin of Plezzo.
BREACHES = (
    "3705", "4205", "4206", "3706", "4105", "1618", "4005", "4305", "4106", "1718", "4006", "1619", "4604", "1719",
    "1518",
)  # fmt: skip
WATCH = {"IT-eng2": "2519", "IT-eng3": "3511"}  # engineers at Ternovo and above Volarje


def set_up(board: Board, side: Side, chance: random.Random) -> list[Order]:
    """One of the plans at random; engineers near the bridges, and else the proposal."""
    if side == AG:
        return [ChoosePlan(chance.choice(PLANS))] if board.scenario.card["victory"]["plan"] else []
    return [Deploy(UnitId(unit), HexId(at)) for unit, at in WATCH.items() if _may_stand(board, UnitId(unit), HexId(at))]


def _may_stand(board: Board, unit: UnitId, at: HexId) -> bool:
    try:
        check_place(board, unit, at)
    except Illegal:
        return False
    return True


# -- the bombardment -----------------------------------------------------------------------------------------


def bombardment(board: Board) -> list[Order]:
    """Points for those in front, a passage where an attack can go through it, gas on the strongest in its reach."""
    return [*_bought(board), *_shelled(board), *_gassed(board)]


def _bought(board: Board) -> list[Order]:
    """Eight spearheads; what is left pays for barrages."""
    strong = [UnitId(unit) for unit in SPEARHEADS]
    return [Marker((*strong, *map(UnitId, DUMMIES))), *(Strengthen(unit, BOUGHT) for unit in strong)]


def _shelled(board: Board) -> list[Order]:
    """Every battery of a division and the second of each corps: what opens the way for most attackers."""
    uses = {one: _use(board, one) for one in board.map.grid.hexes if may_lie(board, one)}
    ranked = sorted([one for one in uses if uses[one]], key=lambda one: (-uses[one], one))
    hexes = dict.fromkeys([*map(HexId, BREACHES), *ranked])
    made: list[Fire] = []
    guns = [unit for unit in board.on_map(AG) if is_gun(board.unit(unit)) and not unit.endswith("a")]
    for gun in sorted(guns, key=lambda one: (artillery_range(board.unit(one)), one)):
        for target in hexes:
            order = Fire((gun,), target)
            try:
                check_fire(board, order, made)
            except Illegal:
                continue
            made.append(order)
            break
    return list(made)


def _use(board: Board, hex_id: HexId) -> int:
    """Attackers who could go in, times defenders whom they would then stand beside; high ground is hard to hit."""
    if board.units_at(hex_id) or not needs_check(board, AG, None, hex_id):
        return 0
    near = [unit for one in board.map.grid.neighbours[hex_id] for unit in board.units_at(one, AG)]
    ready = sum(strength(board, unit) for unit in near if is_combat_unit(board.unit(unit)))
    victims = sum(1 for one in board.map.grid.neighbours[hex_id] if one in enemy_hexes(board, AG))
    return ready * (1 + 2 * victims) * (5 - level(board.map, hex_id))


def _gassed(board: Board) -> list[Order]:
    made, hit = list[Order](), dict[HexId, None]()
    for unit in [one for one in board.on_map(AG) if board.unit(one).has("gas")]:
        near = [one for one in board.map.grid.within(board.hex_of(unit), 2) if one in enemy_hexes(board, AG)]
        free = [one for one in near if one not in hit]
        target = max(free, key=lambda one: (len(board.units_at(one, IT)), one), default=None)
        if target:
            made.append(Gas(unit, target))
            hit[target] = None
    return made


# -- the first blow ------------------------------------------------------------------------------------------


def surprise(board: Board) -> list[Order]:
    """Twenty units: the best attacks that the passages allow; who is left over goes into the passages."""
    intent = Intent(AG, "", board.copy(), Segment(AG, ""))
    gain = {one: value + (one in BREACHES) for one, value in in_the_way(board, AG, "").items()}
    assaults(intent, most_units=MOST, gain=gain)
    if len(intent.busy) < MOST:
        advance(intent, most_units=MOST)
    attacks = [with_advances(intent.board, order) for order in intent.attacks]
    return [First("III"), *intent.moves, *attacks]
