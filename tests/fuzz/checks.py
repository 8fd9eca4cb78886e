"""What must hold after every step, whatever was ordered."""

from __future__ import annotations

from pbem.games.gwe.counters import is_combat_unit
from pbem.games.gwe.occupation import is_held_by
from pbem.games.gwe.stacking import points
from pbem.kernel.board import Board
from pbem.kernel.laid import laid_over
from pbem.kernel.pieces import ASIDE, GONE, WAITING
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario

BOXES = (GONE, WAITING, ASIDE, "offmap")


def facts_explain_everything(scenario: Scenario, before: Position, played: Played) -> None:
    """No unit appears, moves, changes or vanishes without a fact that says so."""
    after = laid_over(before, played.facts, played.position.turn, played.position.step)
    assert dict(after.units) == dict(played.position.units)
    assert dict(after.hexes) == dict(played.position.hexes)
    assert dict(after.notes) == dict(played.position.notes)


def units_are_conserved(scenario: Scenario, before: Position, played: Played) -> None:
    """The same counters as before; nobody comes back from the dead; steps within what is printed."""
    now = played.position.units
    assert list(now) == list(before.units)
    for unit, state in now.items():
        whole = scenario.units[unit].figure("steps")
        assert state.place in BOXES or state.place in scenario.map.grid, f"{unit} at {state.place}"
        assert 0 <= state.steps <= whole
        if before.units[unit].place == GONE:
            assert state.place == GONE
        if state.place == GONE:
            assert state.steps == 0
        elif whole:
            assert state.steps > 0


def sides_do_not_share_hexes(scenario: Scenario, before: Position, played: Played) -> None:
    """5.13: no hex holds combat units of both sides, and no land unit stands in the water."""
    board = Board(scenario, played.position)
    for hex_id, stack in board.occupied():
        assert not all(is_held_by(board, hex_id, side) for side in ("CP", "AL")), hex_id  # type: ignore[arg-type]
        if any(is_combat_unit(board.unit(unit)) for unit in stack):
            assert board.map.base[hex_id] not in ("sea", "lake", "lagoon"), hex_id


def no_hq_lives_with_the_enemy(scenario: Scenario, before: Position, played: Played) -> None:
    """10.52, 20.0: whoever enters the hex of a lone enemy HQ drives it out; only the Monitor shares a hex with one."""
    board = Board(scenario, played.position)
    for hex_id, stack in board.occupied():
        land = [board.unit(unit) for unit in stack if board.unit(unit).type != "monitor"]
        assert len({unit.side for unit in land}) < 2, f"{', '.join(unit.id for unit in land)} in {hex_id}"


def stacks_keep_the_limit(scenario: Scenario, before: Position, played: Played) -> None:
    """6.14, 16.0/8.63: at the end of a side's Movement Phase none of its stacks is over the limit."""
    if not before.step.endswith("movement"):
        return
    board = Board(scenario, played.position)
    side = "CP" if before.step.startswith("cp") else "AL"
    for hex_id, _ in board.occupied():
        assert points(board, board.units_at(hex_id, side)) <= 12, hex_id  # type: ignore[arg-type]


def no_marks_are_left_over(scenario: Scenario, before: Position, played: Played) -> None:
    """Markers of a phase do not outlive it."""
    for unit, state in played.position.units.items():
        names = [mark.partition("=")[0] for mark in state.marks]
        assert "out-of-command" not in names, f"{unit} after {before.step}"
        if not before.step.endswith("withdrawal"):
            assert "guest" not in names, f"{unit} after {before.step}"


CHECKS = (
    facts_explain_everything,
    units_are_conserved,
    sides_do_not_share_hexes,
    no_hq_lives_with_the_enemy,
    stacks_keep_the_limit,
    no_marks_are_left_over,
)
