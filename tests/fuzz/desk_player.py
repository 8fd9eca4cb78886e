"""The random player at the desk: a whole campaign by order files, as players would send them."""

from __future__ import annotations

import random
from pathlib import Path

from pbem.desk import adjudicating, checking, looking, opening, receiving
from pbem.games.gwe.card import GAME
from pbem.kernel.board import Board
from pbem.kernel.mail import BEGIN, END, header_of
from pbem.kernel.pieces import Side
from pbem.store.store import Store
from tests.fuzz.driver import GiveOrders
from tests.fuzz.gwe_player import give_orders
from tests.fuzz.play import load

NOW = "2026-11-16T12:00:00Z"
SECRET = bytes(range(32))


def open_store(folder: Path, scenario: str = "historical") -> Store:
    """A new store with one campaign, both players with `defaults` as their standing orders."""
    store = Store(f"sqlite:///{folder}/pbem.db")
    players = {"CP": "Otto", "AL": "Luigi"}
    opening.open_campaign(store, "random", "gwe", scenario, players=players, secret=SECRET, now=NOW)
    for side in players:
        send(store, side, "standing:\ndefaults\n")
    return store


def send(store: Store, side: str, lines: str, turn: int = 1, step: str = "movement") -> bool:
    """Hand a file in; whether it was accepted."""
    head = header_of({"campaign": "random", "side": side, "turn": str(turn), "step": step})
    return receiving.receive(store, "random", f"{BEGIN}\n{head}\n{lines}{END}\n".encode(), side, NOW).is_accepted


def play(store: Store, seed: int, turns: int = 15, player: GiveOrders = give_orders) -> int:
    """Play so many turns; returns the number of orders that were carried out."""
    chance, scenario, sent = random.Random(seed), load("historical"), 0
    while True:
        adjudicating.adjudicate(store, "random", NOW)
        status = looking.status(store, "random")
        if status.is_over or status.turn > turns:
            return sent
        position = looking.position_at(store, "random")
        side, kind = position.step.split("-", 1)
        orders = list(player(Board(scenario, position), Side(side.upper()), chance))
        sent += send_legal(store, side.upper(), [str(order) for order in orders], position.turn, kind)


def send_legal(store: Store, side: str, lines: list[str], turn: int, kind: str) -> int:
    """Hand in those of the lines that are legal, as a player would after `pbem check`."""
    for _ in range(6):
        head = header_of({"campaign": "random", "side": side, "turn": str(turn), "step": kind})
        receipt = checking.check(store, "random", (head + "\n" + "\n".join(lines) + "\n").encode())
        bad = {problem.spot.text for problem in receipt.problems if problem.spot}
        if not bad:
            break
        lines = [line for line in lines if line not in bad]
    assert send(store, side, "".join(line + "\n" for line in lines) or f"{kind}:\n", turn, kind), lines
    return len(lines)


__all__ = ("GAME", "open_store", "play", "send", "send_legal")
