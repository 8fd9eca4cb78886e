"""1.5-opt Masks: by option a special unit on top hides the units below it from the enemy."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import Illegal
from pbem.games.durchbruch.counters import FACE_DOWN, IT, SIDES, corps_of, exerts_zone, is_special
from pbem.games.durchbruch.marks import OOC2, PINNED, TOP, ZONE
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, Unit, UnitId
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario


def is_on(scenario: Scenario) -> bool:
    """See 1.5-opt: whether the campaign plays with masks."""
    return scenario.option("masks") == "on"


def may_mask(unit: Unit) -> bool:
    """1.5-opt, 6.5-note: special units with a badge, Rommel too; of the Italians stations and dummies as well."""
    return is_special(unit) or (unit.side == IT and unit.type in FACE_DOWN)


def put_on_top(board: Board, unit: UnitId, corps: str) -> None:
    """See 1.5-opt, 4-b, ruling R165: the owner lays a mask on the stack, in the place of the one that lay there."""
    counter = board.unit(unit)
    if not is_on(board.scenario):
        raise Illegal("1.5-opt", "this campaign plays without masks", wanted="`--option masks=on` when it is opened")
    if not may_mask(counter):
        wanted = "an MG unit, an assault unit, an engineer, Rommel, or an Italian station or dummy"
        raise Illegal("1.5-opt", f"{unit} masks nobody", found=counter.type, wanted=wanted)
    if corps and corps_of(counter) != corps:
        raise Illegal("7-a", f"{unit} does not act now", found=corps_of(counter), wanted=f"a unit of {corps}")
    if not board.is_on_map(unit):
        raise Illegal("1.5-opt", f"{unit} is not on the map", found=board.place(unit), wanted="a unit on the map")
    for other in board.units_at(board.hex_of(unit), counter.side):
        board.unmark(other, TOP, "1.5-opt")
    board.mark(unit, TOP, "1.5-opt")


def is_masked(board: Board, unit: UnitId) -> bool:
    """See 1.5-opt: whether a mask of its own side lies on the unit."""
    if not is_on(board.scenario) or not board.is_on_map(unit) or board.is_marked(unit, TOP):
        return False
    return any(board.is_marked(other, TOP) for other in board.units_at(board.hex_of(unit), board.unit(unit).side))


def unmask(board: Board, hexes: Sequence[HexId], rule: str) -> None:
    """See 1.5-opt, ruling R182: whoever fights, is hit or tries a passage is seen; the mask comes off."""
    for unit in [unit for hex_id in hexes for unit in board.units_at(hex_id)]:
        board.unmark(unit, TOP, rule)


# -- what the enemy sees -------------------------------------------------------------------------------------


def masked_in(scenario: Scenario, position: Position, viewer: Side) -> dict[UnitId, None]:
    """See 1.5-opt: the units that lie under masks of others than the viewer."""
    return {unit: None for stack in _stacks(scenario, position, viewer).values() for unit in stack}


def _stacks(scenario: Scenario, position: Position, viewer: Side) -> dict[tuple[Side, str], list[UnitId]]:
    """By side and hex the units under a mask."""
    if not is_on(scenario):
        return {}
    grid = scenario.map.grid.axial
    seen = {u: s for u, s in position.units.items() if s.place in grid and u in scenario.units}
    others = {u: s for u, s in seen.items() if scenario.units[u].side != viewer}
    tops = {(scenario.units[u].side, s.place): None for u, s in others.items() if TOP in s.marks}
    found: dict[tuple[Side, str], list[UnitId]] = {key: [] for key in tops}
    for unit, state in others.items():
        key = (scenario.units[unit].side, state.place)
        if key in tops and TOP not in state.marks:
            found[key].append(unit)
    return found


def zones_told(scenario: Scenario, position: Position, viewer: Side) -> dict[HexId, str]:
    """See 1.5-opt, ruling R165: the hexes of masked stacks that exert a zone, with their side; the enemy is told."""
    found: dict[HexId, str] = {}
    for (side, place), stack in _stacks(scenario, position, viewer).items():
        able = [unit for unit in stack if exerts_zone(scenario.units[unit])]
        if side in SIDES and any(not {PINNED, OOC2} & set(position.units[unit].marks) for unit in able):
            found[HexId(place)] = f"{ZONE}={side}"
    return found
