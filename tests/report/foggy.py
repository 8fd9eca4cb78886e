"""A campaign with hidden units for the tests of the fog: caporetto, played at random by files."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

from pbem.desk.adjudicating import adjudicate
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.debts import owed
from pbem.desk.replay.load import load
from pbem.games.caporetto.fog import hidden_from
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import header_of
from pbem.kernel.text.orders import MoreOrder
from pbem.store import open_store
from pbem.store.store import Store
from tests.fuzz.caporetto_player import give_orders

NOW = "2026-11-16T20:00:00Z"
SECRET = bytes(range(32))
STANDING = "standing:\ndefaults\n"


def new_store(path: Path) -> Store:
    """A store with one campaign that has just been opened."""
    store = open_store(str(path), create=True)
    players = {"CP": "Anna", "AL": "Bruno"}
    open_campaign(store, "Fog", "caporetto", "historical", players=players, secret=SECRET, now=NOW)
    return store


def order_file(side: str, turn: int, step: str, lines: Iterable[str], standing: str = STANDING) -> bytes:
    """A file with these orders."""
    head = header_of({"campaign": "Fog", "side": side, "turn": str(turn), "step": step})
    return "\n".join([head, *lines, "done", standing]).encode()


def play(store: Store, seed: int, steps: int) -> None:
    """So many files of random orders; those that are refused for a line are sent again without it."""
    chance = random.Random(seed)
    for _ in range(steps):
        adjudicate(store, "Fog", NOW)
        campaign, state = load(store, "Fog")
        for debt in owed(campaign, state):
            board = Board(campaign.scenario, state.position)
            orders = give_orders(board, Side(debt.side), chance)
            lines = [str(order) for order in orders if not isinstance(order, MoreOrder)]
            send_legal(store, debt.side, state.position.turn, state.position.step, lines)
    adjudicate(store, "Fog", NOW)


def send_legal(store: Store, side: str, turn: int, step: str, lines: list[str]) -> None:
    """Hand in those of the lines that are legal as far as the side can see."""
    for _ in range(9):
        receipt = receive(store, "Fog", order_file(side, turn, step, lines), side, NOW)
        if receipt.is_accepted:
            return
        bad = {problem.spot.text.strip() for problem in receipt.problems if problem.spot}
        lines = [line for line in lines if line not in bad]
    raise AssertionError([str(problem) for problem in receipt.problems])


def hidden_now(store: Store, side: str) -> list[str]:
    """The units that the side may not look at in the position as it stands; without a side, that not both may."""
    campaign, state = load(store, "Fog")
    return list(hidden_from(Board(campaign.scenario, state.position), Side(side)))


def named_in(data: bytes | str, units: Iterable[str]) -> list[str]:
    """Which of the units are named."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return [unit for unit in units if re.search(rf"(?<![\w-]){re.escape(unit)}(?![\w-])", text)]
