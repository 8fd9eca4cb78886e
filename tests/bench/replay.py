"""Replaying and verifying a finished 15-turn random game, against replaying chess games with `push_san`."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import chess

from pbem.desk import verifying
from tests.bench.measure import Measurement, best_of
from tests.fuzz.desk_player import open_store, play
from tests.fuzz.gwe_player import careful_orders

SHARE = 20  # we may take this many times as long for an order as chess for a move


def run() -> Iterator[Measurement]:
    """Orders per second and moves per second, in the same run."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        orders = play(store, 1917, player=careful_orders)
        verdict = verifying.verify(store, "random")
        assert verdict.faults == [], verdict.faults
        ours = orders / best_of(lambda: verifying.verify(store, "random"), 3)
    peer = chess_rate()
    ratio = ours / peer
    goal = f"at least 1/{SHARE} of the rate of chess"
    yield Measurement(
        "verify a 15-turn game, orders per second", "per second", ours, peer, ratio, goal, ratio >= 1 / SHARE
    )


def chess_rate() -> float:
    """Moves per second of replaying random games by their notation."""
    games = [random_game(seed) for seed in range(20)]
    seconds = best_of(lambda: [replay(game) for game in games], 3)
    return sum(map(len, games)) / seconds


def random_game(seed: int) -> list[str]:
    """The notation of a random game of up to 80 moves."""
    chance, board, moves = random.Random(seed), chess.Board(), []
    while not board.is_game_over() and len(moves) < 80:
        move = chance.choice(list(board.legal_moves))
        moves.append(board.san(move))
        board.push(move)
    return moves


def replay(moves: list[str]) -> None:
    """Play the notation back."""
    board = chess.Board()
    for san in moves:
        board.push_san(san)
