"""The random player at the desk: a whole campaign by order files, as players would send them."""

from __future__ import annotations

import random
from pathlib import Path

from pbem.desk import adjudicating, checking, opening, receiving
from pbem.desk.views.past import position_at
from pbem.desk.views.status import status
from pbem.kernel.board import Board
from pbem.kernel.pieces import Side
from pbem.kernel.text.mail import BEGIN, END, header_of
from pbem.store.store import Store
from tests.fuzz.driver import GiveOrders
from tests.fuzz.games import GAMES, load_game

NOW = "2026-11-16T12:00:00Z"
SECRET = bytes(range(32))


def open_store(folder: Path, scenario: str = "", game: str = "gwe") -> Store:
    """A new store with one campaign, both players with `defaults` as their standing orders."""
    store, card = Store(f"sqlite:///{folder}/pbem.db"), GAMES[game].card
    players = {str(side): player for side, player in zip(card.sides, ("Otto", "Luigi"), strict=True)}
    name = scenario or GAMES[game].scenario
    opening.open_campaign(store, "random", game, name, players=players, secret=SECRET, now=NOW)
    first = card.steps(load_game(game, name))[position_at(store, "random").step].kind
    step = next(one for one in ("movement", first, card.sections[-1]) if one in card.sections)
    for side in players:
        send(store, side, "standing:\ndefaults\n", step=step)
    return store


def send(store: Store, side: str, lines: str, turn: int = 1, step: str = "movement") -> bool:
    """Hand a file in; whether it was accepted."""
    head = header_of({"campaign": "random", "side": side, "turn": str(turn), "step": step})
    return receiving.receive(store, "random", f"{BEGIN}\n{head}\n{lines}{END}\n".encode(), side, NOW).is_accepted


def play(
    store: Store, seed: int, turns: int = 15, player: GiveOrders | None = None, game: str = "gwe", scenario: str = ""
) -> int:
    """Play so many turns; returns the number of orders that were carried out."""
    printed = load_game(game, scenario or GAMES[game].scenario)
    chance, card, sent = random.Random(seed), GAMES[game].card, 0
    give_orders = player or GAMES[game].give_orders
    while True:
        adjudicating.adjudicate(store, "random", NOW)
        found = status(store, "random")
        if found.is_over or found.turn > turns:
            return sent
        position = position_at(store, "random")
        step = card.steps(printed)[position.step]
        for side in step.needs:
            orders = list(give_orders(Board(printed, position), Side(side), chance))
            sent += send_legal(store, side, [str(order) for order in orders], position.turn, step.kind)


def send_legal(store: Store, side: str, lines: list[str], turn: int, kind: str) -> int:
    """Hand in those of the lines that are legal, as a player would after `pbem check`."""
    for _ in range(6):
        head = header_of({"campaign": "random", "side": side, "turn": str(turn), "step": kind})
        receipt = checking.check(store, "random", (head + "\n" + "\n".join(lines) + "\n").encode())
        bad = {problem.spot.text for problem in receipt.problems if problem.spot}
        if not bad:
            break
        lines = [line for line in lines if line not in bad and line.strip() not in bad]
    assert send(store, side, "".join(line + "\n" for line in lines) or f"{kind}:\n", turn, kind), lines
    return len(lines)


__all__ = ("open_store", "play", "send", "send_legal")
