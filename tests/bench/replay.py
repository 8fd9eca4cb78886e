"""Replaying and verifying a finished 15-turn random game, against replaying chess games with `push_san`."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import chess

from pbem.desk.replay import verify as verifying
from tests.bench.measure import Measurement, side_by_side
from tests.fuzz.desk_player import open_store, play
from tests.fuzz.gwe_player import careful_orders

SHARE = 15  # we may take this many times as long for an order as chess for a move


def run() -> Iterator[Measurement]:
    """Orders per second and moves per second, in the same run."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        orders = play(store, 1917, player=careful_orders)
        verdict = verifying.verify(store, "random")
        assert verdict.faults == [], verdict.faults
        games = [random_game(seed) for seed in range(60)]
        verify, chess_too = side_by_side(lambda: verifying.verify(store, "random"), lambda: replay_all(games))
    ours, peer = orders / verify, sum(map(len, games)) / chess_too
    ratio = ours / peer
    goal = f"at least 1/{SHARE} of the rate of chess"
    yield Measurement(
        "verify a 15-turn game, orders per second", "per second", ours, peer, ratio, goal, ratio >= 1 / SHARE
    )


def random_game(seed: int) -> list[str]:
    """The notation of a random game of up to 80 moves."""
    moves: list[str] = []
    chance, board = random.Random(seed), chess.Board()
    while not board.is_game_over() and len(moves) < 80:
        move = chance.choice(list(board.legal_moves))
        moves.append(board.san(move))
        board.push(move)
    return moves


def replay_all(games: Sequence[Sequence[str]]) -> None:
    """Play the notations back."""
    for moves in games:
        board = chess.Board()
        for san in moves:
            board.push_san(san)
