"""What must hold after every step of Strafexpedition 1916, whatever was ordered."""

from __future__ import annotations

from pbem.games.strafexpedition.command import HQ_BOX
from pbem.games.strafexpedition.counters import SIDES, combat_units, is_hq
from pbem.games.strafexpedition.deployment import START
from pbem.games.strafexpedition.disorganization import SURRENDERED, disorganization, threshold
from pbem.games.strafexpedition.night import OF_THE_DAY
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, GONE, WAITING
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from tests.fuzz.checks import facts_explain_everything

BOXES = (ASIDE, GONE, WAITING, START, SURRENDERED, HQ_BOX)


def units_are_conserved(scenario: Scenario, before: Position, played: Played) -> None:
    """17.1, 21.2: the same counters as before; only replacements bring steps and battalions back."""
    now = played.position.units
    assert list(now) == list(before.units)
    for unit, state in now.items():
        whole, was = scenario.units[unit].figure("steps"), before.units[unit]
        assert state.place in BOXES or state.place in scenario.map.grid, f"{unit} at {state.place}"
        assert 0 <= state.steps <= whole, f"{unit} has {state.steps} steps"
        assert (state.place == GONE) == (state.steps == 0), f"{unit} in {state.place} with {state.steps} steps"
        if state.steps > was.steps:
            assert before.step in ("rally", "morning", "reinforcement", "ah-reinforcement"), f"{unit} in {before.step}"


def sides_do_not_share_hexes(scenario: Scenario, before: Position, played: Played) -> None:
    """13.4.1, ruling R66: after an Action no hex holds units of both sides."""
    board = Board(scenario, played.position)
    for hex_id, _ in board.occupied():
        assert not all(combat_units(board, hex_id, side) for side in SIDES), hex_id


def nobody_is_beyond_his_threshold(scenario: Scenario, before: Position, played: Played) -> None:
    """16.4: at its threshold a unit has surrendered, or stays one below."""
    board = Board(scenario, played.position)
    for unit in board.on_map():
        if not is_hq(board.unit(unit)):
            assert disorganization(board, unit) < max(1, threshold(board, unit)), unit


def the_night_clears_the_markers(scenario: Scenario, before: Position, played: Played) -> None:
    """4.0.11: a day begins without the markers of the last, and without headquarters on the map."""
    if before.step == "night":
        board = Board(scenario, played.position)
        assert [unit for unit in board.on_map() if is_hq(board.unit(unit))] == []
        for unit in board.marked():
            assert not any(board.is_marked(unit, mark) for mark in OF_THE_DAY), unit


def no_assault_marker_outlives_its_action(scenario: Scenario, before: Position, played: Played) -> None:
    """13.1.3: declared assaults are carried out in their Action."""
    board = Board(scenario, played.position)
    assert [unit for unit in board.marked() if board.is_marked(unit, "assault")] == []


CHECKS = (
    facts_explain_everything,
    units_are_conserved,
    sides_do_not_share_hexes,
    nobody_is_beyond_his_threshold,
    the_night_clears_the_markers,
    no_assault_marker_outlives_its_action,
)
