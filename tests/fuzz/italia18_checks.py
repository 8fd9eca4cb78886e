"""What must hold after every step of Italia 1917-1918, whatever was ordered."""

from __future__ import annotations

from pbem.games.italia18.costs import shuns_zones
from pbem.games.italia18.counters import SIDES, is_combat_unit
from pbem.games.italia18.disorder import DG, RG
from pbem.games.italia18.entering import is_alone
from pbem.games.italia18.markers import ATTACKED, DISENGAGE, EXPLOITATION, PINNED, RESERVES
from pbem.games.italia18.reserves import different
from pbem.games.italia18.stacking import excess
from pbem.games.italia18.ways import PONTOON
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, GONE, WAITING
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from tests.fuzz.checks import facts_explain_everything

BOXES = (ASIDE, GONE, WAITING, "available", "missions", "exited")  # of Air supports; of Italians off the west edge


def units_are_conserved(scenario: Scenario, before: Position, played: Played) -> None:
    """6.0: the same counters as before; no rule of the basic game brings a step back."""
    now = played.position.units
    assert list(now) == list(before.units)
    for unit, state in now.items():
        assert state.place in BOXES or state.place in scenario.map.grid, f"{unit} at {state.place}"
        assert 0 <= state.steps <= before.units[unit].steps, f"{unit} has {state.steps} steps"
        assert (state.place == GONE) == (state.steps == 0), f"{unit} in {state.place} with {state.steps} steps"


def sides_do_not_share_hexes(scenario: Scenario, before: Position, played: Played) -> None:
    """11.1.1d: after a step no hex holds ground units of both sides."""
    board = Board(scenario, played.position)
    for hex_id, _ in board.occupied():
        here = [[u for u in board.units_at(hex_id, side) if board.unit(u).type != "air"] for side in SIDES]
        assert not all(here), hex_id


def stacks_are_within_their_limits(scenario: Scenario, before: Position, played: Played) -> None:
    """4.0d: at the end of a phase nothing is too much."""
    board = Board(scenario, played.position)
    if board.scenario.name and before.step not in ("dawn", "night"):
        for hex_id, _ in board.occupied():
            for side in SIDES:
                assert not excess(board, hex_id, side), f"{hex_id} after {before.step}"


def no_support_stands_alone_beside_the_enemy(scenario: Scenario, before: Position, played: Played) -> None:
    """11.3.1d: guns, HQs and Trucks alone in an enemy zone are gone."""
    board = Board(scenario, played.position)
    for side in SIDES:
        for unit in board.on_map(side):
            if shuns_zones(board.unit(unit)) and is_alone(board, unit) and before.step not in ("dawn",):
                assert not is_in_enemy_zoc(board, board.hex_of(unit), side), f"{unit} after {before.step}"


def markers_lie_as_they_should(scenario: Scenario, before: Position, played: Played) -> None:
    """12.5b, 14.3, 11.2.8b: one face of disorder, on combat units; a marker for two; none after the adjustment."""
    board = Board(scenario, played.position)
    for unit in board.marked():
        assert not (board.is_marked(unit, DG) and board.is_marked(unit, RG)), unit
        if board.is_marked(unit, DG) or board.is_marked(unit, RG):
            assert is_combat_unit(board.unit(unit)), unit
        if "exploit" in before.step:
            marks = (EXPLOITATION, RESERVES, DISENGAGE, PINNED, ATTACKED, DG)
            assert not any(board.is_marked(unit, mark) for mark in marks), unit
    shared: dict[tuple[str, str], list[str]] = {}
    for unit in board.marked():
        if board.is_marked(unit, RESERVES):
            shared.setdefault((board.unit(unit).side, board.mark_of(unit, RESERVES)), []).append(unit)
    for units in shared.values():
        assert len(different(board, [u for u in board.units() if u in units])) <= 2, units


def pontoons_are_few(scenario: Scenario, before: Position, played: Played) -> None:
    """11.2.4c: four for a side."""
    board = Board(scenario, played.position)
    owners = [value.partition(">")[0] for value in board.marked_sides(PONTOON).values()]
    assert all(owners.count(side) <= 4 for side in SIDES)


CHECKS = (
    facts_explain_everything,
    units_are_conserved,
    sides_do_not_share_hexes,
    stacks_are_within_their_limits,
    no_support_stands_alone_beside_the_enemy,
    markers_lie_as_they_should,
    pontoons_are_few,
)
