"""Players of Italia 1917-1918 with a stated weakness, for ways in which a game rarely ends between equals."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

from pbem.games.italia18.by_mail.orders_move import Disengage, Leg, Move
from pbem.games.italia18.counters import fighters
from pbem.games.italia18.losses import riding_with
from pbem.games.italia18.markers import FROZEN
from pbem.games.italia18.turns import sequence, track_turn
from pbem.games.italia18.walking import walk, way
from pbem.games.italia18.zoc import is_in_enemy_zoc
from pbem.kernel.board import Board
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from pbem.kernel.sequence import stem_of
from pbem.kernel.text.orders import Order
from pbem.kernel.text.preferences import Defaults, Preference
from tests.fuzz import italia18_greedy as greedy
from tests.fuzz import italia18_scenario as scenario
from tests.fuzz.driver import no_orders
from tests.fuzz.italia18_goals import nearest_enemy
from tests.fuzz.italia18_marches import has_room
from tests.fuzz.letters import Hand

HOME_TURN = 2  # from which the order to retreat may be given (S1)
NEAR = 6  # hexes from the enemy within which whoever runs away runs
Made = list[Order]
Where = Callable[[HexId], bool]


def _never_back(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """No gun fires, nobody gives way."""
    return [Preference("guns", ("none",)), Preference("retreat", ("never",)), Defaults()]


def _always_back(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """No gun fires, everybody gives way as far as he may."""
    return [Preference("guns", ("none",)), Preference("retreat", ("max",)), Defaults()]


# -- where the front gives way: the first number of a hex grows to the north, the second to the east --------------


def everywhere(hex_id: HexId) -> bool:
    """Anywhere."""
    return True


def in_the_north(hex_id: HexId) -> bool:
    """At Waffentreue: from Tolmino up."""
    return int(hex_id[1:3]) >= 27


def on_the_river(hex_id: HexId) -> bool:
    """In 1918: by the Piave, out of the mountains."""
    return hex_id[0] == "E" or int(hex_id[3:5]) >= 26


def in_the_mountains(hex_id: HexId) -> bool:
    """In 1918: from the plateau to the Grappa."""
    return not on_the_river(hex_id)


def on_the_grappa(hex_id: HexId) -> bool:
    """In 1918: between Brenta and Piave."""
    return in_the_mountains(hex_id) and int(hex_id[3:5]) >= 20


def on_the_plateau(hex_id: HexId) -> bool:
    """In 1918: west of the Brenta."""
    return in_the_mountains(hex_id) and int(hex_id[3:5]) < 20


# -- running away --------------------------------------------------------------------------------------------


def _run(board: Board, side: Side, chance: random.Random, where: Where = everywhere) -> Sequence[Order]:
    """Whoever is near the enemy goes as far from him as he can, if he stands in a certain part of the front."""
    kind = stem_of(board.step.partition("-")[2])
    if kind == "combat":
        return scenario.leaving(board, side)
    return _runaways(board, side, where) if kind == "move" else ()


def _runaways(board: Board, side: Side, where: Where) -> Made:
    moves, leaving, copy = list[Order](), list[Order](), board.copy()
    for unit in fighters(board, side):
        here = board.hex_of(unit)
        is_calm = not where(here) or nearest_enemy(board, side, here) > NEAR
        if is_calm or board.is_marked(unit, FROZEN):
            continue
        if is_in_enemy_zoc(board, here, side):
            leaving.append(Disengage((unit,)))
        elif goal := _far_away(copy, side, unit):
            units = (unit, *riding_with(copy, unit))
            moves.append(Move(units, (Leg((goal,)),)))
            for one in units:
                copy.put(one, goal, "weak")
    return [*moves, *leaving]


def _far_away(board: Board, side: Side, unit: UnitId) -> HexId | None:
    """The hex within reach that is farthest from the enemy."""
    walking = walk(board, (unit, *riding_with(board, unit)))
    found = way(board, walking, walking.start, walking.points).cost
    able = [one for one in found if one == walking.start or has_room(board, one, unit)]
    best = max(able, key=lambda one: (nearest_enemy(board, side, one), -found[one], one))
    return best if best != walking.start else None


# -- doing too little, too late, or too early ----------------------------------------------------------------


def _until(board: Board, side: Side, chance: random.Random, last: tuple[int, int]) -> Sequence[Order]:
    """The greedy player up to a sequence of a turn; then it rests on what it has."""
    is_over = (board.turn, sequence(board)) > last
    return () if is_over else greedy.give_orders(board, side, chance)


def _home(board: Board, side: Side, chance: random.Random) -> Sequence[Order]:
    """The greedy player at Waffentreue, but the Italians go home from the first turn on that they are allowed to."""
    kind = stem_of(board.step.partition("-")[2])
    if track_turn(board) < HOME_TURN or kind not in ("move", "combat", "exploit"):
        return greedy.give_orders(board, side, chance)
    if kind == "combat":
        return scenario.leaving(board, side)
    return [*scenario.retreat(board, side, HOME_TURN), *scenario.departures(board)] if kind == "move" else ()


ASLEEP = Hand(no_orders, _never_back)
YIELDING = Hand(no_orders, _always_back)
GOING_HOME = Hand(_home, greedy.give_standing)


def running(where: Where = everywhere) -> Hand:
    """Runs away where it is told to; the others stand still and never give way."""
    return Hand(partial(_run, where=where), _always_back if where is everywhere else _never_back)


def resting_after(turn: int, number: int) -> Hand:
    """Greedy up to this sequence of this turn; then it rests on what it has."""
    return Hand(partial(_until, last=(turn, number)), greedy.give_standing)
