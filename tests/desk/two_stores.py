"""Two players without a server: a store for each, and turn files between them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from pbem.desk.adjudicating import Adjudicated, adjudicate
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import Imported, import_turn
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.inbox.signatures import signer_from
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.debts import Owed
from pbem.desk.record.kinds.handed import Signer
from pbem.desk.record.terms import Terms, agreed
from pbem.desk.views.status import status
from pbem.dice import keys
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.copies import copied
from tests.desk.helpers import NAME, NOW, PLAYERS, order_file

RED_SECRET, BLUE_SECRET = bytes(range(32)), bytes(range(100, 132))


class Key(NamedTuple):
    """A player's pair of keys, as the desk takes them."""

    public: str
    secret: str
    sign: Signer


Keys = tuple[Key, Key]


def key_of(name: str) -> Key:
    """A new key for a player."""
    made = keys.make_key(name)
    text = keys.secret_text(made)
    return Key(keys.key_text(keys.public_key(made)), text, signer_from(text))


def two_stores(
    folder: Path, dice: Terms | None = None, now: str = NOW, pair: Keys | None = None, **options: str
) -> tuple[Store, Store]:
    """Red has opened the campaign, Blue has joined, and the pen lies with Blue. With keys, all must sign."""
    if pair:
        return _joined(folder, dice, now, pair, options)
    key = ("two stores", dice, now, *options.items())
    blue, red = copied(folder, key, lambda place: _joined(place, dice, now, None, options))
    return red, blue


def _joined(
    folder: Path, dice: Terms | None, now: str, pair: Keys | None, options: Mapping[str, str]
) -> tuple[Store, Store]:
    tiny.register()
    red_key, blue_key = pair or (None, None)
    red, blue = (open_store(str(folder / f"{side}.db"), create=True) for side in ("red", "blue"))
    open_campaign(
        red, NAME, "tiny", "field", options=options, players=PLAYERS, secret=RED_SECRET, now=now,
        dice=dice or agreed("chain"), me="RED", signed=bool(pair), keys={"RED": red_key.public} if red_key else None,
    )  # fmt: skip
    invitation = export_turn(red, NAME, now, red_key.sign if red_key else None).text.encode()
    import_turn(blue, invitation, now, me="BLUE", secret=BLUE_SECRET, key=blue_key.public if blue_key else "")
    return red, blue


def mail(sender: Store, to: Store, now: str = NOW, key: Key | None = None) -> Imported:
    """A turn file goes from one store to the other."""
    return import_turn(to, export_turn(sender, NAME, now, key.sign if key else None).text.encode(), now)


def give(store: Store, side: str, body: str, *, turn: int = 1, step: str = "", now: str = NOW) -> Receipt:
    """A side gives orders in its own store; they must be accepted."""
    receipt = receive(store, NAME, order_file(side, body, turn=turn, step=step), side, now)
    assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
    return receipt


def run(store: Store, now: str = NOW) -> Adjudicated:
    """Run what can run here."""
    return adjudicate(store, NAME, now)


def after_bids(red: Store, blue: Store, now: str = NOW) -> None:
    """Both have bid in secret; Red is to move and has the pen."""
    give(blue, "BLUE", "bid 2\n", step="bid", now=now)
    mail(blue, red, now)
    give(red, "RED", "bid 3\n", step="bid", now=now)
    mail(red, blue, now)
    run(blue, now)
    mail(blue, red, now)


def sealed_by_red(folder: Path, terms: Terms, now: str) -> tuple[Store, Store]:
    """Both have bid; Red has sealed a move that needs a die, and has the pen."""
    blue, red = copied(folder, ("sealed by red", terms, now), lambda place: _sealed(place, terms, now))
    return red, blue


def _sealed(folder: Path, terms: Terms, now: str) -> tuple[Store, Store]:
    red, blue = two_stores(folder, terms, now)
    after_bids(red, blue, now)
    give(red, "RED", "go R2 0301\n", step="move", now=now)
    run(red, now)
    return red, blue


def waiting_for_blue(folder: Path, terms: Terms, now: str) -> tuple[Store, Store]:
    """Red's move is sealed and handed to Blue, who owes a link."""
    blue, red = copied(folder, ("waiting for blue", terms, now), lambda place: _handed(place, terms, now))
    return red, blue


def _handed(folder: Path, terms: Terms, now: str) -> tuple[Store, Store]:
    red, blue = sealed_by_red(folder, terms, now)
    mail(red, blue, now)
    return red, blue


def head(store: Store) -> str:
    """The hash of the record."""
    return status(store, NAME).head


def play_turns(red: Store, blue: Store, turns: int = 99) -> Store:
    """Both play so many turns, or to the end of the game; the store that has the pen then, with news to send."""
    writer, other, mails = blue, red, 0
    while True:
        me = "BLUE" if writer is blue else "RED"
        run(writer)
        while mine := [debt for debt in status(writer, NAME).waiting if debt.side == me]:
            send_what_is_owed(writer, me, mine[0])
            run(writer)
        place = status(writer, NAME)
        if place.is_over or place.turn > turns:
            return writer
        mail(writer, other)
        writer, other, mails = other, writer, mails + 1
        assert mails < 20 * max(turns, 3)


def send_what_is_owed(store: Store, me: str, debt: Owed) -> None:
    """The orders or answers that a side owes, always the same."""
    turn = status(store, NAME).turn
    if debt.questions:
        is_choice = bool(debt.questions[0]["options"])
        give(store, me, f"answer {debt.questions[0]['number']}: 1\n" if is_choice else "done\n", turn=turn)
        return
    red, blue = ("0102", "0104") if turn % 2 else ("0101", "0103")
    orders = {
        "bids": "bid 3\n",
        "red-move": f"go R1 {red}\n",
        "red-fight": "hit 0203\n" if turn < 3 else "done\n",  # later there may be nobody left
        "blue-move": f"go B1 {blue}\n",
        "blue-fight": "hit 0201\n" if turn < 3 else "done\n",
    }
    give(store, me, orders[debt.step], turn=turn, step=debt.step)
