"""19.0 Artillery: the side of the counter that shows, emplacement, who may fire, and guns that their owner destroys."""

from __future__ import annotations

from pbem.errors import Illegal
from pbem.games.strafexpedition import fortresses, frozen
from pbem.games.strafexpedition.counters import IT, is_artillery, is_battery, is_fortress
from pbem.games.strafexpedition.disorganization import FIRING
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId

EMPLACING = "emplacing"  # a heavy battery that has been turned to fire today
FIRED, DEFENDED = "fired", "def-fired"  # the markers Act. and Def. Fired
UNSUPPLIED = "unsupplied"  # found without a line of supply in today's Supply Phase
OF_THE_DAY = (EMPLACING, FIRED, DEFENDED)  # come off in Phase 11
FIRE, MOVE = "fire", "move"


def is_in_battery(board: Board, unit: UnitId) -> bool:
    """See 19.1, 20.1: guns on their fire side; those of a fortress always are."""
    return is_fortress(board.unit(unit)) or board.is_marked(unit, FIRING)


def is_ready(board: Board, unit: UnitId) -> bool:
    """See 19.1, 19.2, S5.sp1.guns: in battery, emplaced since yesterday if heavy, and not held."""
    return is_in_battery(board, unit) and not board.is_marked(unit, EMPLACING) and not frozen.is_frozen(board, unit)


def check_ready(board: Board, unit: UnitId) -> None:
    """See 19.1, 19.2, S5.sp1.guns: refuses guns that cannot fire today."""
    counter = board.unit(unit)
    if not is_artillery(counter) or not board.is_on_map(unit):
        found = counter.type if board.is_on_map(unit) else board.place(unit)
        raise Illegal("13.2.1", f"{unit} has no guns here", found=found, wanted="artillery or a fortress on the map")
    if not is_in_battery(board, unit):
        why, advice = f"{unit} shows its move side", "turn it to fire in the Artillery Phase"
        raise Illegal("19.1", why, found="move mode", wanted="fire mode", advice=advice)
    if board.is_marked(unit, EMPLACING):
        why = f"{unit} is heavy artillery that was turned to fire today"
        raise Illegal("19.2", why, found="emplacing", wanted="fire mode since yesterday", advice="let it fire tomorrow")
    frozen.check_free(board, unit, "does not fire")


def turn(board: Board, side: Side, unit: UnitId, mode: str) -> None:
    """19.1, 19.2 (see 4.0.6, ruling R99): the side that shows for the whole day; heavy guns need it to emplace."""
    _check_own(board, side, unit)
    counter = board.unit(unit)
    if is_fortress(counter):
        raise Illegal("20.1", f"{unit} is a fortress and always in battery", wanted="a battery", advice="leave it out")
    if is_in_battery(board, unit) == (mode == FIRE):
        why = f"{unit} shows its {mode} side already"
        raise Illegal("19.1", why, found=f"{mode} mode", wanted="the other side", advice="leave it out")
    _check_may_turn(board, unit)
    if mode == MOVE:
        board.unmark(unit, FIRING, "19.1")
        return
    board.mark(unit, FIRING, "19.1")
    if counter.type == "heavy-artillery":
        board.mark(unit, EMPLACING, "19.2")


def _check_may_turn(board: Board, unit: UnitId) -> None:
    """S1.sp2, S2.sp1, S5.sp2 (see S5.sp1): Italian guns keep their mode on the first turn; held ones longer."""
    card = board.scenario.card
    if card.get("italian_modes_kept") and board.turn == 1 and board.unit(unit).side == IT:
        rule = {"S1": "S1.sp2", "S2": "S2.sp1"}.get(str(card["source"]).rpartition(" ")[2], "S5.sp2")
        why = f"{unit} cannot change mode on turn 1"
        raise Illegal(rule, why, found="turn 1", wanted="turn 2 or later", advice="leave it out")
    frozen.check_free(board, unit, "does not change mode")


def _check_own(board: Board, side: Side, unit: UnitId) -> None:
    counter = board.unit(unit)
    if counter.side != side or not is_artillery(counter) or not board.is_on_map(unit):
        why = f"{unit} is no artillery of yours on the map"
        raise Illegal("19.1", why, found=board.place(unit), wanted="own artillery on the map", advice="leave it out")


def blow_up(board: Board, side: Side, unit: UnitId) -> None:
    """19.5 (see 20.7, ruling R46): guns in supply are destroyed by their owner; the enemy scores nothing for them."""
    _check_own(board, side, unit)
    if is_fortress(board.unit(unit)):
        fortresses.blow_up(board, side, unit)
        return
    if board.is_marked(unit, UNSUPPLIED):
        why = f"{unit} is out of supply and cannot be blown up"
        raise Illegal("19.5", why, found="no line of supply", wanted="a battery in supply", advice="leave it out")
    board.note("blown-up", "19.5", unit=unit, hex=board.hex_of(unit))
    board.eliminate(unit, "19.5")


def has_fired(board: Board, unit: UnitId, how: str) -> None:
    """19.8 (see 13.2.4, 13.3.8): offensive and Defensive Fire have a marker each; both come off in Phase 11."""
    board.mark(unit, how, "19.8")


def range_of(board: Board, unit: UnitId) -> int:
    """See 13.2.2, ruling R104: the hexes that its guns reach, the target's counted and its own not."""
    return board.unit(unit).figure("range")


def captured_when_entered(board: Board, hex_id: HexId, side: Side) -> tuple[UnitId, ...]:
    """19.4 (see rulings R42, R106): the enemy batteries that a unit of the side captures by moving into the hex."""
    there = [unit for unit in board.units_at(hex_id, board.enemy_of(side)) if board.unit(unit).type != "hq"]
    return tuple(there) if all(is_battery(board.unit(unit)) for unit in there) else ()
