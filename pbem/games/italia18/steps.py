"""7.0 The steps of the sequence of play, each with its rules, and for which of them a side may send orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.errors import Illegal
from pbem.games.italia18 import combat_phases, movement, sequence, victory, weather
from pbem.games.italia18.counters import SIDES
from pbem.games.italia18.sequence import HINDER, SEQUENCES, Stop
from pbem.games.italia18.special import special
from pbem.kernel.board import Board
from pbem.kernel.naming import the
from pbem.kernel.pieces import Side
from pbem.kernel.position import Position
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place, Step
from pbem.kernel.table import Table
from pbem.kernel.text.orders import OrdersBySide

Rules = Callable[[Board, Table, OrdersBySide, Side, int], None]
TITLES = {
    "set-up": "Set-up", "hinder": "before the enemy moves", "move": "Movement Phase",
    "combat": "Combat and Disengagement Phases", "exploit": "Exploitation Phase",
}  # fmt: skip
RULES_OF = {"set-up": "SC.0b", "hinder": "17.1c", "move": "11.0", "combat": "12.1a", "exploit": "14.0c"}


def steps(scenario: Scenario) -> Mapping[str, Step]:
    """See 7.0a, 7.0c: every step that a turn of the scenario can have."""
    return scenario.memo("steps", lambda: _steps(scenario))


def _steps(scenario: Scenario) -> dict[str, Step]:
    operations = [
        stop for number in range(1, SEQUENCES + 1) for stop in sequence.operational_sequence(scenario, number)
    ]
    listed = [
        *(_own(stop) for stop in sequence.set_ups(scenario)),
        Step(sequence.DAWN, "Administrative Sequence", sequence.DAWN, dawn, (), "7.0b"),
        *(_own(stop) if stop.side else _weather(stop) for stop in operations),
        Step(sequence.NIGHT, "Victory Points and end of turn", sequence.NIGHT, night, (), "16.0"),
    ]
    return {step.id: step for step in listed}


def _weather(stop: Stop) -> Step:
    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        weather.run(board, table, stop.number)
        special(board.scenario).weather(board, table, stop.number)

    return Step(stop.id, f"Weather of sequence {stop.number}", stop.id, run, (), "10.0a", number=stop.number)


def _own(stop: Stop) -> Step:
    """A step of one side; its section is named without the side: `move-1`."""

    def run(board: Board, table: Table, orders: OrdersBySide) -> None:
        _RULES[stop.kind](board, table, orders, stop.side, stop.number)

    section = f"{stop.kind}-{stop.number}" if stop.number else stop.kind
    title = f"{SIDES[stop.side]}: {TITLES[stop.kind]}{f' {stop.number}' if stop.number else ''}"
    rule, needs = RULES_OF[stop.kind], (stop.side,)
    return Step(stop.id, title, section, run, needs, rule, side=stop.side, number=stop.number)


# -- what is done in them ------------------------------------------------------------------------------------


def dawn(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 7.0b: the Administrative Sequence."""
    sequence.administer(board, table)


def night(board: Board, table: Table, orders: OrdersBySide) -> None:
    """See 7.0d, 16.0: the scenario counts its points; on its last turn it is decided."""
    special(board.scenario).night(board, table)
    victory.end_turn(board)


def _set_up(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> None:
    special(board.scenario).set_up(board, table, orders, side)


def _hinder(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> None:
    special(board.scenario).hinder(board, table, orders, side)


def _move(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> None:
    here = special(board.scenario)
    here.before_move(board, table, orders, side)
    movement.run(board, table, orders, side)
    here.after_move(board, table, orders, side)


def _exploit(board: Board, table: Table, orders: OrdersBySide, side: Side, number: int) -> None:
    combat_phases.run_exploitation(board, table, orders, side, number)
    special(board.scenario).after_exploitation(board, table, orders, side)


_RULES: Mapping[str, Rules] = {
    "set-up": _set_up, "hinder": _hinder, "move": _move, "combat": combat_phases.run_combat, "exploit": _exploit,
}  # fmt: skip


# -- what comes next, and what may come -----------------------------------------------------------------------


def after(scenario: Scenario, board: Board) -> Place:
    """See 7.0d, 16.0: where play goes on when the board's step is finished."""
    return Place(board.turn, sequence.OVER) if victory.is_over(board) else sequence.after(board)


def may_come(scenario: Scenario, position: Position, side: Side) -> Sequence[Place]:
    """See 7.0c: the places of this turn that take the side's orders, the soonest first."""
    board = Board(scenario, position)
    stops = sequence.stops(board)
    at = [stop.id for stop in stops].index(position.step)
    own = [stop for stop in stops[at:] if stop.side == side]
    return [Place(position.turn, stop.id) for stop in own if _takes_orders(board, stop)]


def _takes_orders(board: Board, stop: Stop) -> bool:
    return stop.kind != HINDER or stop.id == board.step or special(board.scenario).hinders(board, stop.side)


def missing(board: Board, step: str) -> Illegal | None:
    """See 8.0b: a turn without an Offensive has one operational sequence."""
    if step in [stop.id for stop in sequence.stops(board)]:
        return None
    found = steps(board.scenario)[step]
    why = f"turn {board.turn} has no {found.kind}: {the(SIDES[found.side])} have no such phase in it"
    return Illegal("8.0b", why, found=found.kind, wanted="a section of a sequence that this turn has")
