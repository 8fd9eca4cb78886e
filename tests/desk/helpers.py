"""What the desk's tests share: a store with a tiny campaign, order files, and a game played to its end."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.desk.adjudicating import Adjudicated, adjudicate
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.views.status import Status, status
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.copies import copied

NAME = "Field-1"
NOW = "2026-11-16T20:00:00Z"
SECRET = bytes(range(32))
PLAYERS = {"RED": "Rosa", "Blue Army": "Bruno"}


def new_store(path: Path, name: str = NAME, **options: str) -> Store:
    """A store with one tiny campaign that has just been opened."""
    if path.exists():
        return _opened(path, name, options)
    key = ("new store", path.name, name, *options.items())
    return copied(path.parent, key, lambda folder: [_opened(folder / path.name, name, options)])[0]


def _opened(path: Path, name: str, options: Mapping[str, str]) -> Store:
    tiny.register()
    store = open_store(str(path), create=True)
    open_campaign(store, name, "tiny", "field", options=options, players=PLAYERS, secret=SECRET, now=NOW)
    return store


def order_file(side: str, body: str, *, turn: int | str = 1, step: str = "", campaign: str = NAME) -> bytes:
    """An order file as a player writes it."""
    head = f"campaign: {campaign}\nside: {side}\nturn: {turn}\n" + (f"step: {step}\n" if step else "")
    return (head + body).encode()


def send(store: Store, side: str, body: str, *, turn: int | str = 1, step: str = "", sender: str = "mail") -> Receipt:
    """A file comes in."""
    return receive(store, NAME, order_file(side, body, turn=turn, step=step), sender, NOW)


def accept(store: Store, side: str, body: str, *, turn: int | str = 1, step: str = "") -> Receipt:
    """A file comes in and must be accepted."""
    receipt = send(store, side, body, turn=turn, step=step)
    assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
    return receipt


def run(store: Store) -> Adjudicated:
    """Run what can run."""
    return adjudicate(store, NAME, NOW)


def bid(store: Store, turn: int = 1) -> None:
    """Both sides bid, so that Red is to move."""
    accept(store, "RED", "bid 3\n", turn=turn, step="bid")
    accept(store, "BLUE", "bid 2\n", turn=turn, step="bid")
    run(store)


def play_turn(store: Store, turn: int) -> None:
    """A whole turn: bids, moves, fights with a question to the defender, an instalment, weather."""
    bid(store, turn)
    red, blue = ("0102", "0104") if turn % 2 else ("0101", "0103")
    accept(store, "RED", f"go R1 {red}\nfight:\nhit 0203\nmore\n", turn=turn, step="move")
    finish_fight(store, "RED", turn)
    accept(store, "BLUE", f"go B1 {blue}\nstanding:\nprefer hold\n", turn=turn, step="move")
    run(store)
    accept(store, "BLUE", "hit 0201\n", turn=turn, step="fight")
    finish_fight(store, "BLUE", turn)


def finish_fight(store: Store, attacker: str, turn: int) -> None:
    """Answer every question of a fight until it is over."""
    place = owes(store)
    for _ in range(9):
        run(store)
        place = owes(store)
        if not place.waiting or not place.waiting[0].questions:
            return
        debt = place.waiting[0]
        if debt.questions[0]["options"]:
            accept(store, debt.side, f"answer {debt.questions[0]['number']}: 1\n", turn=turn)
        else:
            accept(store, debt.side, "done\n", turn=turn, step="fight")
    raise AssertionError("the fight has no end")


def owes(store: Store) -> Status:
    """Where the campaign stands."""
    return status(store, NAME)


def play_on(store: Store) -> None:
    """Play the campaign to its end, from wherever it stands; what is sent depends on nothing else.

    Another process may have gone on meanwhile: a file names its step, so that it is refused if it comes too late.
    """
    refused = 0
    while refused < 50:
        run(store)
        place = owes(store)
        if place.is_over:
            return
        if place.waiting:
            debt = place.waiting[0]
            receipt = send(store, debt.side, _what_is_owed(place), turn=place.turn, step=debt.step)
            refused = 0 if receipt.is_accepted else refused + 1
    raise AssertionError(f"file after file is refused: {receipt.problems}")


def _what_is_owed(place: Status) -> str:
    debt = place.waiting[0]
    if debt.questions:
        is_choice = bool(debt.questions[0]["options"])
        return f"answer {debt.questions[0]['number']}: {1 + place.turn % 2}\n" if is_choice else "done\n"
    red, blue = ("0102", "0104") if place.turn % 2 else ("0101", "0103")
    return {
        "bids": "bid 3\n",
        "red-move": f"go R1 {red}\n",
        "red-fight": "hit 0203\nmore\n",
        "blue-move": f"go B1 {blue}\nstanding:\nprefer hold\n",
        "blue-fight": "hit 0201\n",
    }[debt.step]
