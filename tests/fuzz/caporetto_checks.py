"""What must hold after every step of Caporetto: The Italian Front, whatever was ordered."""

from __future__ import annotations

from pbem.games.caporetto.counters import SIDES, is_combat_unit, is_support
from pbem.games.caporetto.deployment import START
from pbem.games.caporetto.headquarters import hqs, is_doomed
from pbem.games.caporetto.morale import ARMIES, level
from pbem.games.caporetto.stacking import overstacked_hexes
from pbem.games.caporetto.terrain import is_open, is_winter
from pbem.games.caporetto.venezia import is_over
from pbem.games.caporetto.withdrawals import WITHDRAWN
from pbem.kernel.board import Board
from pbem.kernel.pieces import ASIDE, GONE, WAITING
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from tests.fuzz.checks import facts_explain_everything

BOXES = (GONE, WAITING, ASIDE, WITHDRAWN, START)
CHECKED_AFTER = ("first-combat", "second-combat", "movement")  # 8.1


def units_are_conserved(scenario: Scenario, before: Position, played: Played) -> None:
    """2.2, 13.2, 13.3/4: the same counters as before; only replacements wake the dead; what is withdrawn stays away."""
    now = played.position.units
    assert list(now) == list(before.units)
    for unit, state in now.items():
        counter, was = scenario.units[unit], before.units[unit]
        whole = counter.figure("steps")
        assert state.place in BOXES or state.place in scenario.map.grid, f"{unit} at {state.place}"
        assert 0 <= state.steps <= whole, f"{unit} has {state.steps} steps"
        assert (state.place == GONE) == (state.steps == 0), f"{unit} in {state.place} with {state.steps} steps"
        assert not is_support(counter) or state.place in (ASIDE, WITHDRAWN, GONE), f"{unit} at {state.place}"
        if was.place == WITHDRAWN:
            assert state.place == WITHDRAWN, f"{unit} came back from its withdrawal"
        if was.place == GONE and state.place != GONE:
            assert before.step == "replacement", f"{unit} came back in {before.step}"
        if state.steps > was.steps:
            assert before.step == "replacement", f"{unit} regained steps in {before.step}"


def sides_do_not_share_hexes(scenario: Scenario, before: Position, played: Played) -> None:
    """8.1/2, 7.9, TEC.sea: no hex holds units of both sides, and nobody stands where he may not be."""
    board = Board(scenario, played.position)
    for hex_id, stack in board.occupied():
        assert not all(board.units_at(hex_id, side) for side in SIDES), hex_id
        assert board.map.base[hex_id] != "sea", hex_id
        # Winter closes hexes around units that stand in them; at all other times only mountain units are there.
        if not is_winter(board) and before.step != "end":
            for unit in stack:
                counter = board.unit(unit)
                is_high = counter.type == "mountain" or counter.has("mountain") or counter.has("alpini")
                assert is_open(board, hex_id, is_high), f"{unit} in {hex_id}"


def stacks_keep_the_limit(scenario: Scenario, before: Position, played: Played) -> None:
    """8.1, 19.5/2: at the end of the Sub-phases with a check none of the stacks is over its limit."""
    board = Board(scenario, played.position)
    if before.step.partition("-")[2] in CHECKED_AFTER and not is_over(board):
        assert [overstacked_hexes(board, side) for side in SIDES] == [(), ()]


def no_lone_hq_lives_in_an_enemy_zone(scenario: Scenario, before: Position, played: Played) -> None:
    """15.2/2, ruling R58: such an HQ is lost at once."""
    board = Board(scenario, played.position)
    if before.step != "al-set-up" and not is_over(board):
        assert [hq for side in SIDES for hq in hqs(board, side) if is_doomed(board, hq)] == []


def nationalities_keep_apart(scenario: Scenario, before: Position, played: Played) -> None:
    """8.5: of the Allies only Czechs and Italians stack."""
    board = Board(scenario, played.position)
    for hex_id, stack in board.occupied():
        nations = {board.unit(unit).nation for unit in stack}
        assert len(nations) == 1 or nations in ({"GE", "AH"}, {"IT", "CZ"}), f"{hex_id}: {nations}"


def tracks_stay_on_the_board(scenario: Scenario, before: Position, played: Played) -> None:
    """10.3, 10.3/2, 4.1/5: morale between its ends; a new turn begins without casualties, spent units and events."""
    board = Board(scenario, played.position)
    for army in ARMIES:
        assert -4 <= level(board, army) <= 2
    if before.step == "end":
        assert [board.noted(f"casualties.{army}") for army in ARMIES] == ["0", "0"]
        assert board.noted("event") == ""
        for unit in board.units():
            assert not any(board.is_marked(unit, mark) for mark in ("spent", "attacked", "defended", "recon")), unit


def modes_belong_to_hqs(scenario: Scenario, before: Position, played: Played) -> None:
    """15.1: no combat unit carries the marker of an HQ's mode."""
    board = Board(scenario, played.position)
    for hex_id, stack in board.occupied():
        assert not any(board.is_marked(u, "support") and is_combat_unit(board.unit(u)) for u in stack), hex_id


CHECKS = (
    facts_explain_everything,
    units_are_conserved,
    sides_do_not_share_hexes,
    stacks_keep_the_limit,
    no_lone_hq_lives_in_an_enemy_zone,
    nationalities_keep_apart,
    tracks_stay_on_the_board,
    modes_belong_to_hqs,
)
