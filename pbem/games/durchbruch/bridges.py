"""9 Bridges over the Isonzo: whether they stand, what they carry, who builds provisional ones, who blows them."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.durchbruch.communication import enemy_hexes
from pbem.games.durchbruch.counters import AG, IT, corps_of
from pbem.games.durchbruch.ground import BRIDGE, bank, is_across_the_isonzo, is_trench_of
from pbem.games.durchbruch.losses import kill
from pbem.games.durchbruch.marks import BLOWN, BRIDGING, ENTERED, MET, PINNED, PONTOON
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId, Hexside, hexside
from pbem.kernel.ground.terrain import Feature, Map
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.questions import Option, Question
from pbem.kernel.table import Table

RANGE = 3  # hexes from an Italian engineer to the nearer end (2.5.2.2-1)


def printed_bridge(map: Map, a: HexId, b: HexId) -> Feature | None:
    """See 1.3.5.1-a: the bridge of the map between two hexes."""
    return next((feature for feature in map.hexside(a, b) if feature.name == BRIDGE), None)


def bridges_at(map: Map, hex_id: HexId) -> tuple[Hexside, ...]:
    """See 9.2-b: the printed bridges that lead out of a hex."""
    return tuple(
        [hexside(hex_id, there) for there in map.grid.neighbours[hex_id] if printed_bridge(map, hex_id, there)]
    )


def stands(board: Board, a: HexId, b: HexId) -> bool:
    """9.1-c (see 1.3.5.1-c): a printed bridge that is not blown, or an engineer who is one; what is blown stays blown
    without him."""
    if board.is_side_marked(a, b, PONTOON):
        return True
    return printed_bridge(board.map, a, b) is not None and board.side_mark(a, b, BRIDGE) != BLOWN


def carries_guns(board: Board, a: HexId, b: HexId) -> bool:
    """9, rulings R133 and R136 (see 1.3.5.1-d): a provisional bridge does, the light one of Volarje does not."""
    if board.is_side_marked(a, b, PONTOON):
        return True
    found = printed_bridge(board.map, a, b)
    return found is not None and found.get("kind") != "light" and board.side_mark(a, b, BRIDGE) != BLOWN


def is_shut(board: Board, side: Side, a: HexId, b: HexId) -> bool:
    """1.3.5.1-b, ruling R93 (see 1.4.1): the bridges of Canale and Ronzina, for the Austro-Germans before turn 8."""
    if side != AG or board.turn >= opens(board) or printed_bridge(board.map, a, b) is None:
        return False
    return any(board.map.has(hex_id, "closed") for hex_id in (a, b))


def opens(board: Board) -> int:
    """See 1.4.1: the turn on which the Italian right wing opens."""
    return int(board.scenario.charts["turns"]["right_wing_opens"])


def is_closed_trench(board: Board, side: Side, hex_id: HexId) -> bool:
    """1.4.1, ruling R92: four trenches of the Italian right wing, for the Austro-Germans before turn 8."""
    is_named = board.map.has(hex_id, "closed") and is_trench_of(board.map, hex_id, IT)
    return side == AG and board.turn < opens(board) and is_named


def is_safe_from_attack(board: Board, side: Side, hex_id: HexId) -> bool:
    """See 1.4.1, 1.3.5.1-b, ruling R93: those trenches and both bridgeheads may not be attacked either."""
    return side == AG and board.turn < opens(board) and board.map.has(hex_id, "closed")


# -- the Bridges segment -------------------------------------------------------------------------------------


def build(board: Board, unit: UnitId, side: Hexside) -> None:
    """7.1-1, 9.1-a, 1.3.4-c, 2.5.2.1-2, rulings R25 and R26: an engineer on the enemy's bank becomes the bridge over
    one hexside of its hex, at once."""
    check_builder(board, unit)
    here = board.hex_of(unit)
    other = side.b if side.a == here else side.a
    if here not in side or not is_across_the_isonzo(board.map, *side):
        why = f"{side} is no hexside of the Isonzo at {here}"
        raise Illegal("9.1-a", why, found=str(side), wanted=f"one of the river beside {unit}")
    if bank(board.map, here) == "left":
        why = f"{unit} has not crossed: a bridge is built from the enemy's bank"
        raise Illegal("9.1-a", why, found=f"{here}, the own bank", wanted="a hex on the far bank")
    if is_shut(board, AG, *side):
        raise Illegal("1.3.5.1-b", f"{side} is closed", wanted=f"turn {opens(board)} or later")
    if other in enemy_hexes(board, AG):
        raise Illegal("9.1-a", f"an enemy stands in {other}", wanted="both ends in own hands")
    if board.is_side_marked(*side, PONTOON):
        raise Illegal("9.1-a", f"an engineer is a bridge at {side} already", wanted="another hexside")
    board.mark(unit, BRIDGING, "9.1-a")
    board.mark_side(*side, f"{PONTOON}={AG}", "9.1-a")


def check_builder(board: Board, unit: UnitId) -> None:
    """See 9.1-a, ruling R119: an Austro-German engineer that has nothing else to do."""
    counter = board.unit(unit)
    if counter.type != "engineer" or counter.side != AG:
        why = f"{unit} builds no bridges"
        raise Illegal(
            "2.5.2.1-2", why, found=f"{counter.type} of {corps_of(counter)}", wanted="an Austro-German engineer"
        )
    if board.is_marked(unit, BRIDGING):
        raise Illegal(
            "9.1-a", f"{unit} is a bridge already", wanted="an engineer that is free", advice="turn it back first"
        )
    if board.is_marked(unit, PINNED):
        raise Illegal("9.1-a", f"{unit} is pinned", wanted="an engineer that is not")


def span_of(board: Board, unit: UnitId) -> Hexside:
    """See 9.1-a: the hexside that a bridging engineer serves."""
    here = board.hex_of(unit)
    return next(side for side in board.marked_sides(PONTOON) if here in side)


def turn_back(board: Board, unit: UnitId) -> None:
    """1.3.4-d, 9.1-b, ruling R25: in the Bridges segment it becomes an engineer again, and the bridge is gone."""
    _check_is_bridge(board, unit)
    board.unmark_side(*span_of(board, unit), PONTOON, "9.1-b")
    for mark in (BRIDGING, MET):
        board.unmark(unit, mark, "9.1-b")


def demolish(board: Board, unit: UnitId) -> None:
    """9.1-d, ruling R27: its owner blows a provisional bridge without a die, and loses the engineer."""
    _check_is_bridge(board, unit)
    board.unmark_side(*span_of(board, unit), PONTOON, "9.1-d")
    kill(board, unit, "9.1-d")


def _check_is_bridge(board: Board, unit: UnitId) -> None:
    if not board.is_marked(unit, BRIDGING):
        raise Illegal("9.1-b", f"{unit} is no bridge", wanted="an engineer that serves as one")


def drop_bridge(board: Board, unit: UnitId) -> None:
    """See 9.1-b: whoever is gone or driven off is no bridge any more; called before the unit leaves its hex."""
    if board.is_marked(unit, BRIDGING):
        turn_back(board, unit)


# -- blowing them --------------------------------------------------------------------------------------------


def note_first_bridges(board: Board) -> None:
    """See 9.2-b, ruling R135: bridges at which the Austro-Germans stand, or have a trench, when play begins."""
    for a, b in dict.fromkeys(hexside(*pair) for pair in board.map.on_side):
        is_known = any(board.units_at(h, AG) or is_trench_of(board.map, h, AG) for h in (a, b))
        if printed_bridge(board.map, a, b) and is_known:
            board.mark_side(a, b, ENTERED, "9.2-b")


def come_to(board: Board, table: Table, side: Side, hex_id: HexId) -> None:
    """9.2-a, 9.2-b, 2.5.2.2-1, rulings R27, R28, R30, R134 and R135: the first time that anybody comes to a bridge
    hex its enemy may blow the bridge; the chance does not come again."""
    for bridge in new_bridges(board, side, hex_id):
        if side == IT:
            board.mark(_engineer_of(board, bridge), MET, "9.2-a")
            _blow(board, table, AG, bridge)
            continue
        board.mark_side(*bridge, ENTERED, "9.2-b")
        if board.side_mark(*bridge, BRIDGE) != BLOWN and is_watched(board, bridge):
            _blow(board, table, IT, bridge)


def new_bridges(board: Board, side: Side, hex_id: HexId) -> tuple[Hexside, ...]:
    """See 9.2-a, 9.2-b: the bridges of the enemy at a hex to which nobody of the side has come yet."""
    if side == AG:
        return tuple([one for one in bridges_at(board.map, hex_id) if not board.is_side_marked(*one, ENTERED)])
    spans = [one for one in board.marked_sides(PONTOON) if hex_id in one]
    return tuple([one for one in spans if not board.is_marked(_engineer_of(board, one), MET)])


def _engineer_of(board: Board, bridge: Hexside) -> UnitId:
    """See 9.1-c: the engineer that a provisional bridge is."""
    return next(u for u in board.on_map(AG) if board.is_marked(u, BRIDGING) and span_of(board, u) == bridge)


def is_watched(board: Board, bridge: Hexside) -> bool:
    """See 2.5.2.2-1, rulings R28 and R29: any Italian engineer within three hexes of the nearer end."""
    engineers = [unit for unit in board.on_map(IT) if board.unit(unit).type == "engineer"]
    distance = board.map.grid.distance
    return any(distance(board.hex_of(unit), end) <= RANGE for unit in engineers for end in bridge)


def _blow(board: Board, table: Table, owner: Side, bridge: Hexside) -> None:
    """See 9.2-c: the owner says whether, and the die of the turn decides."""
    options = (Option("yes", "roll for it"), Option("no", "leave it"))
    name = f"bridge {bridge}" if owner == IT else f"provisional bridge {bridge}"
    question = Question(
        owner, f"blow {name}", options, "9.2-b" if owner == IT else "9.2-a",
        f"The enemy comes to the {name}. Do you blow it?", default=("yes",), hint="blow: yes",
        about={"topic": "blow", "hexes": [bridge.a, bridge.b]},
    )  # fmt: skip
    if table.choose(question) == "no":
        return
    most = int(board.scenario.charts["turns"]["bridge_blown_on"][board.turn - 1])
    die = table.roll(name, rule="9.2-c", by=owner, kind="bridge", kindest=6)
    board.note("bridge", "9.2-c", hexside=str(bridge), die=die, most=most, blown=die <= most, side=owner)
    if die > most:
        return
    if owner == IT:
        board.mark_side(*bridge, f"{BRIDGE}={BLOWN}", "9.2-b")
    else:
        demolish(board, _engineer_of(board, bridge))
