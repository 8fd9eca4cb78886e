"""A greedy player of Italia 1917-1918: it masses guns and divisions where the prize is, holds what counts, and follows
every hole."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from pbem.games.italia18.by_mail.orders_move import Disengage, Reserve
from pbem.games.italia18.counters import fighters
from pbem.games.italia18.markers import EXPLOITATION
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.orders import Order
from tests.fuzz import italia18_scenario as scenario
from tests.fuzz.italia18_attacks import attacks
from tests.fuzz.italia18_goals import wish
from tests.fuzz.italia18_marches import exploits, moves
from tests.fuzz.italia18_rear import arrivals, displaced, guns, headquarters, works
from tests.fuzz.italia18_rivers import pontoons
from tests.fuzz.italia18_standing import standing

Made = list[Order]


def give_orders(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """Orders for the step at hand; nothing in them is left to chance."""
    kind = stem_of(board.step.partition("-")[2])
    return _STEPS[kind](board, side) if kind in _STEPS else []


def give_standing(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """What a careful player leaves with the program, looked over before each step."""
    return standing(board, side)


def _hinder(board: Board, side: Side) -> Made:
    return scenario.hinder(board, wish(board, side))


def _move(board: Board, side: Side) -> Made:
    wanted = wish(board, side)
    first = [*scenario.fly(board, wanted, side), *arrivals(board, wanted)]
    if scenario.is_retreating(board, side):
        return [*first, *scenario.retreat(board, side), *scenario.departures(board), *works(board, wanted)]
    leaving = scenario.hopeless(board, wanted)
    made = moves(board, wanted)
    marked = [order for order in made if isinstance(order, Reserve)]
    going = [order for order in made if not isinstance(order, Reserve)]
    slipping: Made = [Disengage(tuple(leaving))] if leaving else []
    built = pontoons(board, wanted, going)
    rear = [*guns(board, wanted), *headquarters(board, wanted)]
    return [*first, *built, *going, *rear, *works(board, wanted), *marked, *slipping]


def _combat(board: Board, side: Side) -> Made:
    if scenario.is_retreating(board, side):
        return scenario.leaving(board, side)
    return [*attacks(board, wish(board, side), fighters(board, side)), *scenario.leaving(board, side)]


def _exploit(board: Board, side: Side) -> Made:
    wanted = wish(board, side)
    marked = [unit for unit in fighters(board, side) if board.is_marked(unit, EXPLOITATION)]
    return [*attacks(board, wanted, marked, is_late=True), *exploits(board, wanted), *displaced(board, wanted)]


_STEPS: Mapping[str, Callable[[Board, Side], Made]] = {
    "set-up": scenario.set_up, "hinder": _hinder, "move": _move, "combat": _combat, "exploit": _exploit,
}  # fmt: skip
