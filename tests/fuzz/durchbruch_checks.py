"""What must hold after every step of Durchbruch, whatever was ordered."""

from __future__ import annotations

import re

from pbem.games.durchbruch.counters import AG, IT, is_real
from pbem.games.durchbruch.exits import EXITED
from pbem.games.durchbruch.fog import tell, unseen_by
from pbem.games.durchbruch.ground import level
from pbem.games.durchbruch.marks import BRIDGING, PONTOON
from pbem.games.durchbruch.stacking import ROCK, may_enter_rock
from pbem.kernel.board import Board
from pbem.kernel.facts import canonical
from pbem.kernel.fog import PUBLIC
from pbem.kernel.pieces import ASIDE, GONE, WAITING
from pbem.kernel.play import Played
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from tests.fuzz.checks import facts_explain_everything

BOXES = (GONE, WAITING, ASIDE, EXITED)
MOST_EXTRA = 4  # accessory points are steps above the printed ones (6.2.3)


def units_are_conserved(scenario: Scenario, before: Position, played: Played) -> None:
    """The same counters as before; nobody comes back; steps within what is printed and bought."""
    now = played.position.units
    assert list(now) == list(before.units)
    for unit, state in now.items():
        whole = scenario.units[unit].figure("steps")
        assert state.place in BOXES or state.place in scenario.map.grid, f"{unit} at {state.place}"
        assert 0 <= state.steps <= whole + MOST_EXTRA
        if before.units[unit].place in (GONE, EXITED):
            assert state.place == before.units[unit].place
        assert (state.steps == 0) == (state.place == GONE)


def sides_do_not_share_hexes(scenario: Scenario, before: Position, played: Played) -> None:
    """12-d: no hex holds units of both sides; a known station is a marker."""
    board = Board(scenario, played.position)
    for hex_id, stack in board.occupied():
        owners = {board.unit(unit).side for unit in stack if is_real(board.unit(unit))}
        assert len(owners) < 2, f"{hex_id}: {', '.join(stack)}"


def nobody_stands_on_forbidden_rock(scenario: Scenario, before: Position, played: Played) -> None:
    """4.1.2-c: level 4 is for mountain and special units; an HQ may be there on a road or with its friends."""
    board = Board(scenario, played.position)
    for unit in board.on_map():
        if level(board.map, board.hex_of(unit)) == ROCK and board.unit(unit).type != "hq":
            assert may_enter_rock(board.unit(unit)), f"{unit} in {board.hex_of(unit)}"


def bridges_have_engineers(scenario: Scenario, before: Position, played: Played) -> None:
    """9.1-b: as many provisional bridges as engineers who are one, and beside them."""
    board = Board(scenario, played.position)
    working = [unit for unit in board.on_map(AG) if board.is_marked(unit, BRIDGING)]
    spans = board.marked_sides(PONTOON)
    assert len(spans) == len(working)
    assert all(any(board.hex_of(unit) in span for unit in working) for span in spans)


def losses_are_counted(scenario: Scenario, before: Position, played: Played) -> None:
    """16.1: the notes of lost steps never fall."""
    for key in ("lost.german", "lost.austrian", "lost.italian"):
        assert int(played.position.notes.get(key, "0")) >= int(before.notes.get(key, "0"))
    assert {unit.side for unit in scenario.units.values()} == {AG, IT}


def nothing_hidden_is_named(scenario: Scenario, before: Position, played: Played) -> None:
    """1.5, 1.5-opt: no fact tells a side, or the public, of a unit that it saw neither before nor after the step."""
    for side in (AG, IT, PUBLIC):
        then, now = unseen_by(scenario, before, side), unseen_by(scenario, played.position, side)
        names = "|".join(re.escape(unit) for unit in sorted(now, key=len, reverse=True) if unit in then)
        if names:
            told = tell(scenario, before, played.position, played.facts, side)
            found = re.search(rf"(?<![\w-])(?:{names})(?![\w-])", "\n".join(canonical(one.as_json()) for one in told))
            assert not found, f"{found} is told to {side or 'the public'}"


CHECKS = (
    facts_explain_everything,
    units_are_conserved,
    sides_do_not_share_hexes,
    nobody_stands_on_forbidden_rock,
    bridges_have_engineers,
    losses_are_counted,
    nothing_hidden_is_named,
)
