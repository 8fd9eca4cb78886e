"""Random lines of combat for Italia 1917-1918: what attacks want after results, and standing orders of all topics."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from pbem.games.italia18.by_mail.orders_combat import Assault, Going, Hide, Keep
from pbem.games.italia18.counters import is_combat_unit, is_detachment
from pbem.games.italia18.guns import is_gun
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side
from pbem.kernel.text.instructions import ANY, OnResult
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Condition, Defaults, Preference

WHO = ("weakest first", "strongest first")
PLAIN = {
    "guns": ("match", "all", "none", "up to 1", "up to 2"), "cb": ("none", "max", "1"), "bombarded": WHO, "losses": WHO,
    "lead": ("highest", "lowest"), "retreat": ("never", "max", "min", "enough", "1", "2"), "panic": WHO,
    "confuse": ("strongest", "weakest", "lead"), "strip": ("exploitation", "reserves", "nearest", "none"),
    "misdirect": ("none",), "send": ("none",), "stoss": ("always", "never"), "advance": ("all", "none"),
    "exploit": (*WHO, "none"),
}  # fmt: skip
WAYS = ("retreat-to", "panic-to", "r3", "misdirect")
CONDITIONS = (Condition("hp", ">=", "3"), Condition("guns", ">=", "1"), Condition("odds", ">=", "2-1"))


def with_results(board: Board, order: Assault, chance: random.Random) -> Assault:
    """The attack with what it wants after some results."""
    if chance.random() < 0.4:
        return order
    results = []
    for name in ("perfect", "partial", ANY):
        wants = [(topic, wanted) for topic, wanted in _wants(board, order, chance).items() if chance.random() < 0.6]
        if wants:
            results.append(OnResult(name, "", tuple(wants)))
    return replace(order, results=tuple(results), is_forced=chance.random() < 0.1)


def _wants(board: Board, order: Assault, chance: random.Random) -> dict[str, tuple[object, ...]]:
    near = board.map.grid.neighbours[order.target]
    ways = [(), (order.target,), (order.target, chance.choice(near))]
    goings = tuple([Going(unit, chance.choice(ways)) for unit in order.units if chance.random() < 0.7])
    return {
        "bombarded": (chance.choice(WHO),),
        "losses": tuple(chance.sample(order.units, len(order.units))),
        "stoss": (chance.choice(("always", "never")),),
        "advance": goings or (Going("all"),),
        "exploit": (chance.choice((*order.units, "strongest first")),),
    }


def standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Some lines of some topics; now and then `defaults` below them."""
    made: list[Order] = [_plain(topic, chance) for topic in PLAIN if chance.random() < 0.4]
    held = [board.hex_of(unit) for unit in board.on_map(side) if is_combat_unit(board.unit(unit))]
    guns = [unit for unit in board.on_map(side) if is_gun(board, unit)]
    made += [_way(topic, held, chance) for topic in WAYS if held and chance.random() < 0.4]
    if guns and held and chance.random() < 0.5:
        made.append(Keep((chance.choice(guns),), (chance.choice(held),)))
    if held and chance.random() < 0.3:
        made.append(Keep((), (chance.choice(held),), 1))
    small = tuple([unit for unit in board.on_map(side) if is_detachment(board.unit(unit))])
    if small and chance.random() < 0.5:
        made.append(chance.choice([Hide(), Hide(is_all=False), Hide(small[:1], is_all=False)]))
    return [*made, *([Defaults()] if chance.random() < 0.2 else [])]


def _plain(topic: str, chance: random.Random) -> Order:
    conditions = (chance.choice(CONDITIONS),) if topic in ("guns", "retreat") and chance.random() < 0.3 else ()
    return Preference(topic, (chance.choice(PLAIN[topic]),), conditions=conditions)


def _way(topic: str, hexes: Sequence[HexId], chance: random.Random) -> Order:
    word = chance.choice(("toward ", "away from ", ""))
    return Preference(topic, (f"{word}{chance.choice(hexes)}",))
