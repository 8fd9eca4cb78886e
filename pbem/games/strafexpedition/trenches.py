"""18.4 to 18.7 Trenches: their levels, whose they are, and how they are lost. `digging.py` has how they are made."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.errors import Illegal
from pbem.games.strafexpedition.counters import AH, IT, combat_units, is_battery, is_fortress
from pbem.games.strafexpedition.terrain import front, is_behind_front
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.scenario import Scenario

MARK = "trench"  # of a hex `trench=AH:2`: whose it is and its level; of a damaged fortress `trench=1`
DIGGING = "digging"  # of a hex `digging=IT-63-I:2`: who raises the trench, and since which turn


def level(board: Board, hex_id: HexId) -> int:
    """18.4 (see 20.1, ruling T29): the Trench Level that helps whoever stands there; a fortress brings its own.

    It is one more shift, beside the ground: left in bombardments and assaults, right in the fire of its defenders.
    """
    fort = fortress_at(board, hex_id)
    if fort is not None:
        return fortress_level(board, fort)
    return int(board.hex_mark(hex_id, MARK).rpartition(":")[2] or 0)


def owner(board: Board, hex_id: HexId) -> Side | None:
    """See 18.7, 20.1, ruling R30: whose trench it is; nobody's where there is none."""
    fort = fortress_at(board, hex_id)
    if fort is not None:
        return board.unit(fort).side
    side = board.hex_mark(hex_id, MARK).partition(":")[0]
    return Side(side) if side else None


def fortress_at(board: Board, hex_id: HexId) -> UnitId | None:
    """See 18.1.1: the fortress of the hex, if one stands."""
    return next((unit for unit in board.units_at(hex_id) if is_fortress(board.unit(unit))), None)


def fortress_level(board: Board, fort: UnitId) -> int:
    """See 20.1: what is left of its own Trench Level."""
    return int(board.mark_of(fort, MARK) or board.unit(fort).figure("trench"))


def at_start(scenario: Scenario) -> dict[HexId, tuple[str, ...]]:
    """See S1.tr.it, S1.tr.ah, S5.tr, rulings R30, T29: the trenches of the set-up; none where a fortress stands."""
    levels: dict[HexId, tuple[Side, int]] = {}
    card, map = scenario.card["trenches"], scenario.map
    if card["fronts"]:
        levels |= {one: (side, int(card["fronts"])) for side in (IT, AH) for one in front(map, side)}
    for name, hexes in _named(card).items():
        levels |= {HexId(one): (_side_of(scenario, HexId(one)), name) for one in hexes}
    printed = [UnitId(unit) for line in scenario.card["setup"] for unit in line["units"]]
    forts = [scenario.unit(unit).words["hex"] for unit in printed if is_fortress(scenario.unit(unit))]
    return {one: (f"{MARK}={side}:{high}",) for one, (side, high) in sorted(levels.items()) if one not in forts}


def _named(card: Mapping[str, list[str]]) -> dict[int, list[str]]:
    return {int(key.rpartition("-")[2]): hexes for key, hexes in card.items() if key.startswith("level-")}


def _side_of(scenario: Scenario, hex_id: HexId) -> Side:
    """Whoever the set-up places there, else the side behind whose front it lies."""
    for line in scenario.card["setup"]:
        if hex_id in line["zone"].split():
            return Side(line["side"])
    return AH if is_behind_front(scenario.map, hex_id, AH) else IT


def take_over(board: Board, hex_id: HexId, side: Side, rule: str) -> None:
    """See 18.6, 18.7, ruling R30: a trench serves either side, and is that of who was the last to enter it."""
    if fortress_at(board, hex_id) is None and owner(board, hex_id) not in (None, side):
        board.mark_hex(hex_id, f"{MARK}={side}:{level(board, hex_id)}", rule)


def lower(board: Board, hex_id: HexId, rule: str) -> int:
    """See 13.2.6, 18.5, 18.6: one level less, where there is a trench without a fortress; how many levels were lost.

    Whoever raises it goes on (ruling R109), and ends a level lower.
    """
    high, whose = level(board, hex_id), owner(board, hex_id)
    if whose is None or fortress_at(board, hex_id):
        return 0
    if high > 1:
        board.mark_hex(hex_id, f"{MARK}={whose}:{high - 1}", rule)
    else:
        board.unmark_hex(hex_id, MARK, rule)
    board.note("trench-lowered", rule, hex=hex_id, level=high - 1)
    return 1


def set_level(board: Board, hex_id: HexId, side: Side, high: int, rule: str) -> None:
    """See 18.2, 20.6, 13.5.4: the trench has this level now; with 0 there is none."""
    if high > 0:
        board.mark_hex(hex_id, f"{MARK}={side}:{high}", rule)
    else:
        board.unmark_hex(hex_id, MARK, rule)


def lose_to_assault(board: Board, hex_id: HexId) -> int:
    """18.5 (see 20.6, rulings R78, R79, R120): defenders were driven out or died in an assault; one level for all."""
    return lower(board, hex_id, "18.5")


def reduce(board: Board, hex_id: HexId, side: Side) -> None:
    """18.6 (see 20.7, ruling R91): in the Artillery Phase the owner levels a trench that his infantry holds."""
    own = combat_units(board, hex_id, side)
    if fortress_at(board, hex_id):
        why, advice = f"the trench in {hex_id} is that of a fortress", "blow the fortress up"
        raise Illegal("18.6", why, found="a fortress", wanted="a trench without a fortress", advice=advice)
    if not level(board, hex_id):
        raise Illegal("18.6", f"{hex_id} has no trench", found="level 0", wanted="a trench", advice="leave it out")
    if not any(not is_battery(board.unit(unit)) for unit in own):
        found = ", ".join(own) or "no unit of yours"
        why = f"nobody of yours can level the trench in {hex_id}"
        raise Illegal("18.6", why, found=found, wanted="own infantry in the hex", advice="leave it out")
    lower(board, hex_id, "18.6")


def hides_infiltration(board: Board, side: Side, a: HexId, b: HexId) -> bool:
    """18.7 (see 11.1.2, ruling R30): between two hexes with trenches of the own side nobody is fired at."""
    return owner(board, a) == side and owner(board, b) == side
