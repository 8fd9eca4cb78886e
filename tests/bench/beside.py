"""A game beside gwe in the same run: a turn and a random game adjudicated, and a campaign verified.

Both are played by their random players. What is compared is the cost of an order and of a unit, so that the number of
counters and of steps does not matter. A game says which of its scenarios: `tests/bench/caporetto.py`.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pbem.desk.replay import verify as verifying
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, play_step
from pbem.kernel.text.orders import MoreOrder, Order, Orders
from pbem.store.store import Store
from tests.bench.measure import Measurement, side_by_side
from tests.fuzz.desk_player import open_store, play
from tests.fuzz.driver import RandomFaces, with_random_answers
from tests.fuzz.games import GAMES, load_game
from tests.fuzz.gwe_player import careful_orders

MOST = 4.0  # times what gwe takes: a turn of caporetto has 22 steps, not 9, and the random players give fewer orders
SHORT = 4  # turns of the campaigns that are verified, at most


class Played(NamedTuple):
    """A scenario, and how many turns of it are played."""

    game: str
    scenario: str
    turns: int


GWE_TURN, GWE_GAME = Played("gwe", "historical", 1), Played("gwe", "historical", 15)


@dataclass(frozen=True, slots=True)
class Cost:
    """What the adjudication of some turns took."""

    seconds: float
    orders: int
    units: int  # on the map, step by step: each is looked at in every step


def compared(turn: Played, whole: Played) -> Iterator[Measurement]:
    """Ours is the game, the peer is gwe; the campaign that is verified is one of the scenario played to its end."""
    for what, wanted, beside in (
        ("one full game turn", turn, GWE_TURN), ("a random game to its end", whole, GWE_GAME),
    ):  # fmt: skip
        ours, peer = _played(wanted), _played(beside)
        name = f"{wanted.game}: {what}"
        yield _beside(f"{name}, for each order", ours.seconds / ours.orders, peer.seconds / peer.orders)
        yield _beside(f"{name}, for each unit and step", ours.seconds / ours.units, peer.seconds / peer.units)
    yield _beside(f"{whole.game}: verifying a campaign, for each order", *_verified(whole))


def _beside(name: str, ours: float, peer: float) -> Measurement:
    ratio = peer / ours
    return Measurement(name, "ms", ours * 1000, peer * 1000, ratio, f"at most {MOST:g} times gwe", ratio >= 1 / MOST)


def _played(wanted: Played) -> Cost:
    """The best of three: orders are written before the clock starts."""
    return min((_play(wanted) for _ in range(3)), key=lambda cost: cost.seconds)


def _play(wanted: Played) -> Cost:
    game = wanted.game
    scenario, chance = load_game(game, wanted.scenario), random.Random(1917)
    card = with_random_answers(GAMES[game].card, chance)
    position, seconds, orders, units = card.set_up(scenario), 0.0, 0, 0
    while (step := card.steps(scenario).get(position.step)) and position.turn <= wanted.turns:
        board = Board(scenario, position)
        sent = {side: Orders(side, _orders(game, board, side, chance)) for side in step.needs}
        begin = time.process_time()
        position = play_step(card, scenario, position, Input(sent), RandomFaces(chance)).position
        if step.kind != "set-up":  # gwe has none
            seconds += time.process_time() - begin
            orders += sum(len(one.items) for one in sent.values())
            units += len(board.on_map())
    return Cost(seconds, orders, units)


def _orders(game: str, board: Board, side: Side, chance: random.Random) -> tuple[Order, ...]:
    """The random player's orders in one go, without instalments."""
    give_orders = careful_orders if game == "gwe" else GAMES[game].give_orders
    found: Sequence[Order] = give_orders(board, side, chance)
    return tuple([order for order in found if not isinstance(order, MoreOrder)])


def _verified(wanted: Played) -> tuple[float, float]:
    """Seconds for each order of a campaign's record, in this game and in gwe."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        (ours, orders), (peer, others) = _recorded(wanted, Path(one)), _recorded(GWE_GAME, Path(other))
        found = side_by_side(lambda: verifying.verify(ours, "random"), lambda: verifying.verify(peer, "random"))
    return found[0] / orders, found[1] / others


def _recorded(wanted: Played, folder: Path) -> tuple[Store, int]:
    """A campaign of a few turns, and how many orders its record holds."""
    game, scenario, turns = wanted
    store = open_store(folder, scenario, game)
    orders = play(
        store, 1917, min(turns, SHORT), lambda board, side, chance: _orders(game, board, side, chance), game, scenario
    )
    verdict = verifying.verify(store, "random")
    assert verdict.faults == [], verdict.faults
    return store, orders
