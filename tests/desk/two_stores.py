"""Two players without a server: a store for each, and turn files between them."""

from __future__ import annotations

from pathlib import Path

from pbem.desk.adjudicating import Adjudicated, adjudicate
from pbem.desk.exporting import export_turn
from pbem.desk.importing import Imported, import_turn
from pbem.desk.looking import status
from pbem.desk.opening import open_campaign
from pbem.desk.receipts import Receipt
from pbem.desk.receiving import receive
from pbem.desk.terms import Terms, agreed
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.helpers import NAME, NOW, PLAYERS, order_file

RED_SECRET, BLUE_SECRET = bytes(range(32)), bytes(range(100, 132))


def two_stores(folder: Path, dice: Terms | None = None, **options: str) -> tuple[Store, Store]:
    """Red has opened the campaign, Blue has joined, and the pen lies with Blue."""
    tiny.register()
    red, blue = (open_store(str(folder / f"{side}.db"), create=True) for side in ("red", "blue"))
    open_campaign(
        red, NAME, "tiny", "field", options=options, players=PLAYERS, secret=RED_SECRET, now=NOW,
        dice=dice or agreed("chain"), me="RED",
    )  # fmt: skip
    import_turn(blue, export_turn(red, NAME, NOW).text.encode(), NOW, me="BLUE", secret=BLUE_SECRET)
    return red, blue


def mail(sender: Store, to: Store, now: str = NOW) -> Imported:
    """A turn file goes from one store to the other."""
    return import_turn(to, export_turn(sender, NAME, now).text.encode(), now)


def give(store: Store, side: str, body: str, *, turn: int = 1, step: str = "") -> Receipt:
    """A side gives orders in its own store; they must be accepted."""
    receipt = receive(store, NAME, order_file(side, body, turn=turn, step=step), side, NOW)
    assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
    return receipt


def run(store: Store, now: str = NOW) -> Adjudicated:
    """Run what can run here."""
    return adjudicate(store, NAME, now)


def after_bids(red: Store, blue: Store) -> None:
    """Both have bid in secret; Red is to move and has the pen."""
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    mail(red, blue)
    run(blue)
    mail(blue, red)


def head(store: Store) -> str:
    """The hash of the record."""
    return status(store, NAME).head
