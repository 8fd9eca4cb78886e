"""25.0 Fog of war, an option of the campaign: of an enemy stack the top unit is seen, and nobody's disorganization."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pbem.games.strafexpedition.counters import INFANTRY, is_fortress, is_hq
from pbem.games.strafexpedition.disorganization import MARK
from pbem.games.strafexpedition.trenches import DIGGING
from pbem.kernel.board import Board
from pbem.kernel.facts import Fact
from pbem.kernel.fog import SIGN, is_stand_in, retold, veiled
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.values import replace

OPTION = "fog"
# What is told of a unit that nobody names: where it went or was put, that it lost or regained steps.
_SHOWN = {
    "moved": ("unit", "path", "how"),
    "placed": ("unit", "was", "place", "how"),
    "lost": ("unit", "hex", "steps", "how"),
    "regained": ("unit", "hex", "steps", "how"),
}
_FIGHTING = {"assault": ("attackers", "defenders"), "fired": ("firers", "units"), "bombarded": ("guns",)}


def is_on(scenario: Scenario) -> bool:
    """See 25.1: whether the campaign is played with it."""
    return scenario.option(OPTION) == "on"


def top_unit(board: Board, hex_id: HexId, side: Side) -> UnitId | None:
    """25.1 (see ruling R192): the unit on top of the side's stack: infantry if there is any, then whoever comes first.

    Fortresses and headquarters, which stand in plain view, are no part of the stack.
    """
    stack = [unit for unit in board.units_at(hex_id, side) if not is_stand_in(unit) and not _is_open(board, unit)]
    infantry = [unit for unit in stack if board.unit(unit).type in INFANTRY]
    return next(iter((*infantry, *stack)), None)


def _is_open(board: Board, unit: UnitId) -> bool:
    """Printed on the map, or placed for all to see."""
    return is_fortress(board.unit(unit)) or is_hq(board.unit(unit))


def hidden_from(board: Board, side: Side) -> dict[UnitId, None]:
    """25.3 (see 25.1): the units that the side may not look at, without a side those that not both may."""
    found: dict[UnitId, None] = {}
    for hex_id, stack in board.occupied():
        theirs = [unit for unit in stack if board.unit(unit).side != side and not _is_open(board, unit)]
        found |= {unit: None for unit in theirs if unit != top_unit(board, hex_id, board.unit(unit).side)}
    return found


def view(scenario: Scenario, position: Position, side: Side) -> Position:
    """25.2 (see 25.1): the position as a side may see it: stand-ins below top units, no points of the enemy's."""
    hidden = hidden_from(Board(scenario, position), side)
    seen = veiled(scenario, position, hidden)
    states = dict(seen.units)
    for unit, state in seen.units.items():
        if not is_stand_in(unit) and scenario.unit(unit).side != side:
            states[unit] = state._replace(marks=tuple([mark for mark in state.marks if not _is_of_points(mark)]))
    hexes = {at: tuple([_unnamed(scenario, at, mark, hidden) for mark in marks]) for at, marks in seen.hexes.items()}
    return replace(seen, units=states, hexes=hexes)


def _unnamed(scenario: Scenario, hex_id: HexId, mark: str, hidden: Collection[UnitId]) -> str:
    """See 25.3, 18.2: that a trench is being raised is seen, not which of the units below the top one digs."""
    name, _, value = mark.partition("=")
    digger, _, turn = value.rpartition(":")
    if name != DIGGING or digger not in hidden or is_stand_in(digger):  # what a side sees is looked at again
        return mark
    return f"{DIGGING}={scenario.unit(UnitId(digger)).side}{SIGN}{hex_id}.1:{turn}"


def _is_of_points(mark: str) -> bool:
    return mark.partition("=")[0] == MARK


def tell(scenario: Scenario, before: Position, after: Position, facts: Sequence[Fact], side: Side) -> Sequence[Fact]:
    """See 25.2, 25.3: the facts as a side may read them; who fights is named, with what the combat needs of him."""
    old, new = Board(scenario, before), Board(scenario, after)
    covered = hidden_from(old, side)
    known = {**dict.fromkeys(unit for unit in old.on_map() if unit not in covered), **fighting(facts)}
    hidden = {unit: None for unit in hidden_from(new, side) if unit not in known}
    return retold(scenario, [fact for fact in facts if not _tells_points(scenario, fact, side)], hidden, _SHOWN)


def fighting(facts: Sequence[Fact]) -> dict[UnitId, None]:
    """See 25.3: units that took part in assaults and fire, and units for which a die was cast by name."""
    found: dict[str, None] = {}
    for fact in facts:
        if fact.kind == "rolled":
            found |= dict.fromkeys(fact["units"])
        for key in _FIGHTING.get(fact.kind, ()):
            found |= dict.fromkeys(fact[key])
    return {UnitId(name): None for name in found}


def _tells_points(scenario: Scenario, fact: Fact, side: Side) -> bool:
    """See 25.2: what the disorganization of an enemy unit comes to; an assault tells of current morale anyhow."""
    unit = scenario.units.get(UnitId(str(fact.get("unit", ""))))
    if unit is None or unit.side == side:
        return False
    if fact.kind in ("marked", "unmarked"):
        return _is_of_points(str(fact["mark"]))
    return fact.kind == "disordered" and not fact.within("assault")
