"""Time and memory of adjudication at 1, 4 and 16 times the order of battle: both must grow with the number of units."""

from __future__ import annotations

import random
import time
import tracemalloc
from collections.abc import Iterator

from pbem.games.gwe.card import GAME
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.play import Input, play_step
from pbem.kernel.text.orders import Orders
from tests.bench.measure import Measurement
from tests.bench.positions import multiplied
from tests.fuzz.driver import RandomFaces, with_random_answers
from tests.fuzz.gwe_player import give_orders

SIZES = (1, 4, 16)
ROOM = 1.5  # how much more than its share the largest may take: caches and the noise of the machine


def run() -> Iterator[Measurement]:
    """One Player-Turn of the Central Powers, movement to replacement, at each size."""
    times, peaks = {}, {}
    for size in SIZES:
        times[size], peaks[size] = adjudicate(size)
    for size in SIZES[1:]:
        yield growth(f"time of a Player-Turn at {size} times the units", "s", times[1] * size, times[size])
        yield growth(f"memory of a Player-Turn at {size} times the units", "MB", peaks[1] * size, peaks[size])


def growth(name: str, unit: str, share: float, found: float) -> Measurement:
    """What was found against the share that straight growth would give."""
    ratio = share / found
    return Measurement(name, unit, found, share, ratio, f"at most {ROOM} times straight growth", ratio >= 1 / ROOM)


def adjudicate(size: int) -> tuple[float, float]:
    """Seconds and megabytes of playing the four steps of one side."""
    return min(play(size) for _ in range(3 if size < 16 else 2)), memory(size)


def play(size: int) -> float:
    """Seconds; the orders are written before the clock starts."""
    scenario, position = multiplied(size)
    chance = random.Random(1917)
    game = with_random_answers(GAME, chance)
    side, total = Side("CP"), 0.0
    for _ in range(4):
        orders = {side: Orders(side, tuple(give_orders(Board(scenario, position), side, chance)))}
        begin = time.process_time()
        position = play_step(game, scenario, position, Input(orders), RandomFaces(chance)).position
        total += time.process_time() - begin
    return total


def memory(size: int) -> float:
    """Megabytes at the highest point."""
    multiplied(size)
    tracemalloc.start()
    play(size)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6
