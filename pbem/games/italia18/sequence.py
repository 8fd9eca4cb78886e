"""7.0 Sequence of play: the phases of a turn, and which comes next, as a function of the position."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.italia18 import offensive, supply, weather
from pbem.games.italia18.special import Special, special
from pbem.games.italia18.turns import initiative, reacting, track_turn
from pbem.kernel.board import Board
from pbem.kernel.episodes import NOBODY
from pbem.kernel.pieces import Side
from pbem.kernel.scenario import Scenario
from pbem.kernel.sequence import Place
from pbem.kernel.table import Table
from pbem.values import NamedTuple

SET_UP, DAWN, WEATHER, NIGHT, OVER = "set-up", "dawn", "weather", "night", ""
HINDER = "hinder"  # what the side that does not move does before the other does (11.0, 17.1c)
PHASES = ("move", "combat", "exploit")  # disengagement is decided with combat (13.0)
SEQUENCES = 3  # of a turn with an Offensive


class Stop(NamedTuple):
    """A place within a turn: what is done, in which sequence, by whom."""

    kind: str
    number: int = 0
    side: Side = NOBODY

    @property
    def id(self) -> str:
        """The name of its step: `dawn`, `weather-2`, `cp-move-1`."""
        own = f"{self.side.lower()}-" if self.side else ""
        return f"{own}{self.kind}-{self.number}" if self.number else self.kind


def stops(board: Board) -> tuple[Stop, ...]:
    """7.0a (see 8.0b): the places of this turn: administration, one sequence or three, and its end."""
    number = SEQUENCES if offensive.is_offensive(board) else 1
    operations = [stop for one in range(1, number + 1) for stop in operational_sequence(board.scenario, one)]
    operations = [stop for stop in operations if not is_cut_off(board, stop)]
    first = set_ups(board.scenario) if board.turn == 1 else ()
    return (*first, Stop(DAWN), *operations, Stop(NIGHT))


def is_cut_off(board: Board, stop: Stop) -> bool:
    """S5.len: of the last sequence only the weather and one Movement Phase are played, with what comes before it."""
    last = board.scenario.card.get("last_sequence", {})
    if not last or track_turn(board) != int(last["turn"]) or stop.number != int(last["sequence"]):
        return False
    side = initiative(board.scenario)
    kept = (Stop(WEATHER, stop.number), Stop(HINDER, stop.number, board.enemy_of(side)))
    return stop not in (*kept, Stop(str(last["phase"]), stop.number, side))


def set_ups(scenario: Scenario) -> tuple[Stop, ...]:
    """See SC.0b: before the first turn, the sides that have anything to decide."""
    return tuple([Stop(SET_UP, side=side) for side in special(scenario).sets_up])


def first_step(scenario: Scenario) -> str:
    """See 7.0b, SC.0b: a set-up where a side has anything to decide; else the first administration."""
    return (*set_ups(scenario), Stop(DAWN))[0].id


def operational_sequence(scenario: Scenario, number: int) -> Sequence[Stop]:
    """7.0c: weather, then movement, combat with disengagement, and exploitation of one side and of the other."""
    found = [Stop(WEATHER, number)]
    for side, other in ((initiative(scenario), reacting(scenario)), (reacting(scenario), initiative(scenario))):
        found += [Stop(HINDER, number, other)] if can_hinder(scenario) else []
        found += [Stop(kind, number, side) for kind in PHASES]
    return found


def can_hinder(scenario: Scenario) -> bool:
    """See 17.1c: whether the scenario knows anything to do before the enemy moves."""
    return special(scenario).hinder is not Special().hinder


def after(board: Board) -> Place:
    """7.0d: what comes next; after the last place of a turn the next turn begins, after the last turn nothing."""
    left = stops(board)
    at = [stop.id for stop in left].index(board.step)
    for stop in left[at + 1 :]:
        if stop.kind != HINDER or special(board.scenario).hinders(board, stop.side):
            return Place(board.turn, stop.id)
    is_last = board.turn >= int(board.scenario.card["turns"])
    return Place(board.turn, OVER) if is_last else Place(board.turn + 1, DAWN)


def administer(board: Board, table: Table) -> None:
    """7.0b (see 8.0a, 8.0c, 9.1a): Offensives first, then supply, while no weather is in force."""
    weather.clear(board)
    offensive.run(board, table)
    special(board.scenario).dawn(board, table)
    supply.run(board, table)
    special(board.scenario).supplied(board, table)
