"""Signed files beside test_signatures.py: ways through the mail, amendments, impostors, turn files for elsewhere."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.amending import amend
from pbem.desk.checking import check
from pbem.desk.consenting import consent, decline
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.exchange.turn_file import read_turn
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.inbox.signatures import signed_orders
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.desk.views.status import status
from pbem.errors import Illegal, Unreadable, UsageError
from pbem.store import open_store
from pbem.store.entry import Head, chained
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.beacons import open_with
from tests.desk.forging import altered, change_of
from tests.desk.helpers import NAME, NOW, PLAYERS, SECRET, bid, new_store, order_file, run
from tests.desk.two_stores import BLUE_SECRET, give, head, key_of, two_stores

ROSA, BRUNO, EVE = (key_of(name) for name in ("Rosa", "Bruno", "Eve"))
BID, OTHER = (order_file("RED", f"bid {points}\n", step="bid") for points in (3, 4))
Stores = tuple[Store, Store]


def signing(folder: Path, rewind: str = "moderator", *, signed: bool = True) -> Store:
    """A moderator's campaign that knows both keys."""
    known = {"RED": ROSA.public, "BLUE": BRUNO.public}
    return open_with(folder / "pbem.db", agreed("seed", rewind=rewind), NOW, signed=signed, keys=known)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return signing(tmp_path)


def signed(data: bytes, secret: str = ROSA.secret) -> bytes:
    return signed_orders(data, secret).encode()


def sent(store: Store, data: bytes) -> Receipt:
    return receive(store, NAME, data, "mail", NOW)


def why(receipt: Receipt) -> str:
    """The only reason for which a file is refused."""
    assert len(receipt.problems) == 1, [str(problem) for problem in receipt.problems]
    return receipt.problems[0].why


def both_have_bid(store: Store) -> None:
    assert sent(store, signed(BID)).is_accepted
    assert sent(store, signed(order_file("BLUE", "bid 2\n", step="bid"), BRUNO.secret)).is_accepted
    run(store)


# -- order files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "mailed",
    [
        lambda text: b"".join(b"> %s\n" % line for line in text.splitlines()),
        lambda text: text.replace(b"\n", b"  \r\n"),
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: text.decode().encode("utf-16"),
    ],
)
def test_the_way_through_the_mail_does_no_harm(store: Store, mailed: Callable[[bytes], bytes]) -> None:
    assert sent(store, mailed(signed(BID))).is_accepted
    assert verify(store).is_good


def test_where_no_signature_is_wanted_a_false_one_is_refused_all_the_same(tmp_path: Path) -> None:
    store = signing(tmp_path, signed=False)
    assert "the text was altered after it was signed" in why(sent(store, signed(BID).replace(b"bid 3", b"bid 4")))
    assert sent(store, BID).is_accepted


def test_an_impostor_of_the_same_name_has_another_key(store: Store) -> None:
    assert why(sent(store, signed(BID, key_of("Rosa").secret))) == "the file is signed with another key"


def test_the_opponent_cannot_sign_for_me(store: Store) -> None:
    assert why(sent(store, signed(BID, BRUNO.secret))) == "the file is signed with another key"


def test_signing_again_replaces_the_signature(store: Store) -> None:
    assert sent(store, signed(signed(BID, EVE.secret))).is_accepted


def test_a_public_key_signs_nothing() -> None:
    with pytest.raises(Unreadable, match="this is a public key"):
        signed_orders(BID, ROSA.public)


def test_a_check_says_the_same_as_the_receipt(store: Store) -> None:
    assert why(check(store, NAME, BID)) == why(sent(store, BID)) == "this campaign takes signed files only"
    assert check(store, NAME, signed(BID)).is_accepted


# -- amendments -----------------------------------------------------------------------------------------------


def test_an_amendment_must_be_signed_and_not_by_an_old_file(store: Store) -> None:
    both_have_bid(store)
    assert why(amend(store, NAME, "a slip", OTHER, "Mo", NOW)) == "this campaign takes signed files only"
    assert "this very file was sent before" in why(amend(store, NAME, "a slip", signed(BID), "Mo", NOW))
    assert "altered" in why(amend(store, NAME, "a slip", signed(OTHER).replace(b"bid 4", b"bid 5"), "Mo", NOW))
    assert amend(store, NAME, "a slip", signed(OTHER), "Mo", NOW).is_accepted
    assert "this very file was sent before" in why(sent(store, signed(OTHER)))
    assert verify(store).is_good


def test_a_signed_proposal_is_carried_out_with_its_signature(tmp_path: Path) -> None:
    store = signing(tmp_path, "consent")
    both_have_bid(store)
    assert amend(store, NAME, "a slip", signed(OTHER), "Rosa", NOW).is_accepted
    decline(store, NAME, "BLUE", NOW)
    assert amend(store, NAME, "please", signed(OTHER), "Rosa", NOW).is_accepted  # nothing came of the first
    assert consent(store, NAME, "BLUE", NOW) is not None
    marks = [entry.values().get("mark") for entry in store.entries("field-1") if entry.kind in ("proposed", "amended")]
    assert len(set(marks)) == 1
    assert marks[0]
    assert "this very file was sent before" in why(sent(store, signed(OTHER)))
    assert verify(store).is_good


# -- turn files -----------------------------------------------------------------------------------------------


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    return two_stores(tmp_path, pair=(ROSA, BRUNO), turns="1")


@pytest.mark.parametrize(
    ("key", "campaign", "side", "kind", "after", "says"),
    [
        (EVE, "field-1", "BLUE", "turn", "", "signed with another key"),
        (BRUNO, "field-2", "BLUE", "turn", "", "signed for another campaign"),
        (BRUNO, "field-1", "RED", "turn", "", "signed for another side"),
        (BRUNO, "field-1", "BLUE", "orders", "", "signed as another kind of file"),
        (BRUNO, "field-1", "BLUE", "turn", "ab" * 32, "signed for another moment of the campaign"),
    ],
)
def test_a_signature_for_something_else_does_not_do(
    stores: Stores, key: Any, campaign: str, side: str, kind: str, after: str, says: str
) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    text, unchanged = export_turn(blue, NAME, NOW, BRUNO.sign).text, head(red)
    turn = read_turn(text.encode())
    before = chained(Head(*turn.base), turn.drafts)[-2].hash  # what the hand-over signs
    block = key.sign(before, campaign, side, kind, after or before)
    with pytest.raises(Illegal, match=f"the signature of BLUE is not genuine: .*{says}"):
        import_turn(red, altered(text, change_of("handed", signature=block)), NOW)
    assert head(red) == unchanged
    good = BRUNO.sign(before, "field-1", "BLUE", "turn", before)
    assert import_turn(red, altered(text, change_of("handed", signature=good)), NOW).entries


def test_nobody_puts_his_own_key_in_the_place_of_another(stores: Stores) -> None:
    red, blue = stores
    text = export_turn(blue, NAME, NOW, BRUNO.sign).text
    with pytest.raises(Illegal, match="is not genuine: the file is signed with another key"):
        import_turn(red, altered(text, change_of("joined", key=EVE.public)), NOW)


def test_an_invitation_that_another_has_signed_is_refused(tmp_path: Path) -> None:
    tiny.register()
    red, blue = (open_store(str(tmp_path / f"{name}.db"), create=True) for name in ("red", "blue"))
    open_campaign(
        red, NAME, "tiny", "field", players=PLAYERS, secret=SECRET, now=NOW, dice=agreed("chain"), me="RED",
        signed=True, keys={"RED": ROSA.public},
    )  # fmt: skip
    text = export_turn(red, NAME, NOW, EVE.sign).text
    with pytest.raises(Illegal, match="signed with another key"):
        import_turn(blue, text.encode(), NOW, me="BLUE", secret=BLUE_SECRET, key=BRUNO.public)
    assert blue.campaigns() == []


def test_a_signature_that_nobody_could_check_is_not_made(tmp_path: Path) -> None:
    _, blue = two_stores(tmp_path)
    with pytest.raises(UsageError, match="has no public key of Blue Army, so nobody could check your signature"):
        export_turn(blue, NAME, NOW, BRUNO.sign)


# -- without the library --------------------------------------------------------------------------------------


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if `cryptography` were not installed."""
    real = builtins.__import__

    def missing(name: str, *args: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "cryptography":
            raise ImportError(name)
        return real(name, *args, **more)

    monkeypatch.setattr(builtins, "__import__", missing)


INSTALL = r"pip install 'pbem\[keys\]'"


def test_no_signature_is_made_without_the_library(no_library: None) -> None:
    with pytest.raises(UsageError, match=INSTALL):
        signed_orders(BID, ROSA.secret)


def test_a_signed_file_is_not_taken_unchecked(store: Store, request: pytest.FixtureRequest) -> None:
    data, before = signed(BID), status(store, NAME).head
    request.getfixturevalue("no_library")
    with pytest.raises(UsageError, match=f"signature NOT verified: .*{INSTALL}"):
        sent(store, data)
    assert status(store, NAME).head == before


def test_a_signed_turn_file_is_not_taken_unchecked(stores: Stores, request: pytest.FixtureRequest) -> None:
    red, blue = stores
    text, before = export_turn(blue, NAME, NOW, BRUNO.sign).text, head(red)
    request.getfixturevalue("no_library")
    with pytest.raises(UsageError, match=f"signatures NOT verified: .*{INSTALL}.*Nothing of the turn file was taken"):
        import_turn(red, text.encode(), NOW)
    assert head(red) == before


def test_a_campaign_without_signatures_needs_no_library(tmp_path: Path, no_library: None) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    verdict = verify(store)
    assert (verdict.is_good, verdict.notes) == (True, [])


def test_a_signed_block_with_a_mail_address_is_refused_with_advice(store: Store) -> None:
    """The record keeps no address, and without it the signature would not fit."""
    data = order_file("RED", "bid 3\npress:\nWrite to rosa@example.org.\n", step="bid")
    receipt = sent(store, signed(data))
    assert why(receipt).startswith("your signature covers a mail address")
    assert "sign the file again" in receipt.problems[0].advice
    assert verify(store).is_good
    assert sent(store, b"From: Rosa <rosa@example.org>\nMessage-ID: <1@example.org>\n\n" + signed(BID)).is_accepted
    assert verify(store).is_good
