"""Signed order files and signed turn files: who must sign, and every way in which a signature does not hold."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.cli.archive import _restored_lines
from pbem.desk.archive.restore import restore
from pbem.desk.checking import check
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.inbox.signatures import signed_orders
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.dice import signing
from pbem.dice.keys import read_secret
from pbem.errors import Illegal, UsageError
from pbem.store import open_store
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.archives import written
from tests.desk.forging import Change, add, altered, change_of, faults_of, without
from tests.desk.helpers import NAME, NOW, order_file
from tests.desk.two_stores import Key, give, head, key_of, mail, run, two_stores

ANNA, BRUNO = key_of("Anna"), key_of("Bruno")


def campaign(path: Path, *, signed: bool = True, keys: dict[str, str] | None = None) -> Store:
    """A campaign that a moderator keeps, and that knows the keys of both sides."""
    tiny.register()
    store = open_store(str(path), create=True)
    known = {"RED": ANNA.public, "BLUE": BRUNO.public} if keys is None else keys
    open_campaign(store, NAME, "tiny", "field", now=NOW, signed=signed, keys=known)
    return store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return campaign(tmp_path / "pbem.db")


def orders(side: str = "RED", body: str = "bid 3\n", key: Key = ANNA, **more: str) -> str:
    """A signed order file."""
    return signed_orders(order_file(side, body, step="bid", **more), key.secret)


def submit(store: Store, text: str) -> Receipt:
    return receive(store, NAME, text.encode(), "mail", NOW)


def why(receipt: Receipt) -> str:
    """Why a file is refused: in full, as a player reads it."""
    assert not receipt.is_accepted
    problem = receipt.problems[0]
    assert problem.found
    assert problem.wanted
    assert problem.advice
    return problem.why


# -- order files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["RED", "Red Army", "red army"])
def test_a_signed_order_file_is_accepted_under_any_name_of_the_side(store: Store, side: str) -> None:
    assert check(store, NAME, orders(side).encode()).is_accepted
    assert submit(store, orders(side)).is_accepted
    assert verify(store, NAME).is_good


def test_a_signed_file_may_stand_in_a_mail(store: Store) -> None:
    """Words around it, quoting, other line ends and blanks at their ends: what is signed is the order block."""
    mail_ = "Hi Mo,\nhere they are.\n\n" + orders().replace("\n", "  \n") + "\nCheers\n--\nAnna\n"
    assert submit(store, mail_.replace("\n", "\r\n")).is_accepted
    quoted = "".join(f"> {line}\n" for line in orders(body="bid 4\n").splitlines())
    assert submit(store, "Mo wrote:\n" + quoted).is_accepted


def test_a_campaign_may_require_signatures(store: Store, tmp_path: Path) -> None:
    unsigned = order_file("RED", "bid 3\n", step="bid").decode()
    receipt = submit(store, unsigned)
    assert why(receipt) == "this campaign takes signed files only"
    assert "`pbem keys sign FILE --key YOUR.key`" in receipt.problems[0].advice
    assert submit(campaign(tmp_path / "other.db", signed=False), unsigned).is_accepted


def test_a_campaign_that_requires_signatures_knows_all_keys(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--signed needs the public key of each side: give --key BLUE=FILE"):
        campaign(tmp_path / "pbem.db", keys={"RED": ANNA.public})


def test_without_a_key_a_signature_is_no_use(tmp_path: Path) -> None:
    store = campaign(tmp_path / "pbem.db", signed=False, keys={"BLUE": BRUNO.public})
    assert "has no public key of Red Army" in why(submit(store, orders()))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace("bid 3", "bid 4"), "the text was altered after it was signed"),
        (lambda text: text.replace("turn: 1", "turn: 1 "), ""),
        (lambda text: text.replace("bid 3", "bid 3\nmove:\ngo R1 0102"), "the text was altered"),
        (lambda text: text.replace("\n=== end", "\n# all my love\n=== end"), "the text was altered"),
        (lambda text: text[:-20], "the signature was damaged on the way"),
        (lambda text: text.partition("pbem-sign/1")[0] + "pbem-sign/1 nonsense\n", "the signature was damaged"),
    ],
)
def test_a_file_that_was_changed_is_refused(store: Store, change: Callable[[str], str], says: str) -> None:
    receipt = submit(store, change(orders()))
    if says:
        assert says in why(receipt)
    else:
        assert receipt.is_accepted


def test_a_file_signed_by_another_is_refused(store: Store) -> None:
    assert why(submit(store, orders(key=BRUNO))) == "the file is signed with another key"
    assert why(submit(store, orders(key=key_of("Anna")))) == "the file is signed with another key"


def test_a_file_for_another_campaign_is_refused(store: Store) -> None:
    assert "the file was signed for another campaign" in [
        p.why for p in submit(store, orders(campaign="Field-2")).problems
    ]


def test_the_signature_says_for_which_campaign_side_and_kind_of_file_it_is(store: Store) -> None:
    """The same text, signed by the same player, for something else."""
    text = orders().partition("pbem-sign/1")[0]
    body = signing.canonical(text.partition("=== orders ===\n")[2].partition("=== end")[0])
    for context, says in (
        (signing.Context("field-2", "red", "orders", ""), "the file was signed for another campaign"),
        (signing.Context("field-1", "blue", "orders", ""), "the file was signed for another side"),
        (signing.Context("field-1", "red", "turn", ""), "the file was signed as another kind of file"),
        (signing.Context("field-1", "red", "orders", "ab" * 32), "the file was signed for another moment"),
    ):
        assert says in why(submit(store, text + signing.sign(read_secret(ANNA.secret), body, context)))
    block = signing.sign(read_secret(ANNA.secret), body, signing.Context("field-1", "red", "orders", ""))
    assert submit(store, text + block).is_accepted


def test_a_file_that_comes_again_is_refused_whatever_is_put_around_it(store: Store) -> None:
    """Whoever has read an old file could else undo what its sender wrote since."""
    first, second = orders(body="bid 3\n"), orders(body="bid 5\n")
    assert submit(store, first).is_accepted
    assert submit(store, second).is_accepted
    block = "pbem-sign/1" + second.partition("pbem-sign/1")[2]
    words, _, rest = first.partition("pbem-sign/1")
    for text in (first, first + "\nPS: again\n", words + block + "pbem-sign/1" + rest, "Dear Mo,\n" + first):
        receipt = submit(store, text)
        assert "this very file was sent before" in why(receipt)
        assert "`# again`" in receipt.problems[0].advice
    assert submit(store, orders(body="bid 3  # again\n")).is_accepted
    assert verify(store, NAME).is_good


def test_what_stands_behind_the_signature_is_not_read(store: Store) -> None:
    more = "\n=== orders ===\ncampaign: Field-1\nside: RED\nturn: 1\nstep: bid\nbid 9\n=== end of orders ===\n"
    receipt = submit(store, orders() + more)
    assert receipt.is_accepted
    assert "bid 3" in receipt.canonical
    assert "bid 9" not in receipt.canonical


def test_what_stands_before_a_signed_block_counts_only_if_it_is_signed(store: Store) -> None:
    more = "=== orders ===\ncampaign: Field-1\nside: RED\nturn: 1\nstep: bid\nbid 9\n=== end of orders ===\n\n"
    receipt = submit(store, more + orders())
    assert receipt.is_accepted
    assert "bid 3" in receipt.canonical  # of several blocks the last counts, and that is the signed one
    assert "altered" in why(submit(store, orders(body="bid 4\n").replace("pbem-sign/1", more + "pbem-sign/1", 1)))


def test_without_the_library_a_signed_file_is_neither_taken_nor_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, before = orders(), head(store)
    _lose_library(monkeypatch)
    with pytest.raises(UsageError, match=r"signature NOT verified: .*pip install 'pbem\[keys\]'"):
        submit(store, text)
    assert head(store) == before


def _lose_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("cryptography")]:
        monkeypatch.setitem(sys.modules, name, None)


def test_a_file_cannot_be_signed_for_nobody() -> None:
    with pytest.raises(UsageError, match="names no campaign and no side in its header"):
        signed_orders(b"bid 3\n", ANNA.secret)


# -- the moderator is checked, too ----------------------------------------------------------------------------


def test_orders_that_a_player_never_signed_are_found_in_the_record(store: Store) -> None:
    """A moderator who writes other orders into the record cannot make the player's signature for them."""
    submit(store, orders())
    submit(store, orders("BLUE", "bid 2\n", BRUNO))
    run(store)
    assert verify(store, NAME).is_good
    other = order_file("RED", "bid 6\n", step="bid")
    hash_ = hashlib.sha256(other).hexdigest()

    def judged(change: Change) -> list[str]:
        return faults_of(store.entries("field-1"), change, lambda sha: other if sha == hash_ else store.submission(sha))

    def other_orders(drafts: list[Draft]) -> None:
        drafts[1] = Draft("submitted", {**drafts[1].body, "takes": {"orders": {"bids": ["bid 6"]}}})

    def unsigned(drafts: list[Draft]) -> None:
        body = {key: value for key, value in drafts[1].body.items() if key != "mark"}
        drafts[1] = Draft("submitted", {**body, "sha256": hash_, "takes": {"orders": {"bids": ["bid 6"]}}})

    def twice(drafts: list[Draft]) -> None:
        drafts.insert(3, drafts[1])

    assert "`takes` is not what the file as received says" in judged(other_orders)
    assert "the file as received: this campaign takes signed files only" in judged(unsigned)
    assert any("this very file was sent before" in what for what in judged(twice))


def test_verify_without_the_library_says_that_signatures_were_not_checked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(store, orders())
    _lose_library(monkeypatch)
    verdict = verify(store, NAME)
    assert verdict.is_good
    assert [note.partition(":")[0] for note in verdict.unchecked] == ["signatures NOT verified"]


def test_restore_says_that_signatures_were_not_checked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit(store, orders())
    path = written(store, tmp_path / "archive", is_whole=True)
    _lose_library(monkeypatch)
    done = restore(open_store(str(tmp_path / "other.db"), create=True), str(path))
    assert [note.partition(":")[0] for note in done.notes] == ["signatures NOT verified"]
    assert done.as_json()["notes"] == list(done.notes)
    assert any("Note" in line for line in _restored_lines(done))


# -- turn files -----------------------------------------------------------------------------------------------


@pytest.fixture
def stores(tmp_path: Path) -> tuple[Store, Store]:
    return two_stores(tmp_path, pair=(ANNA, BRUNO))


def test_signed_turn_files_go_to_and_fro(stores: tuple[Store, Store]) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")  # the hand-over is signed, and with it all orders
    mail(blue, red, key=BRUNO)
    give(red, "RED", "bid 3\n", step="bid")
    mail(red, blue, key=ANNA)
    assert head(red) == head(blue)
    assert verify(red, NAME).is_good


def test_a_turn_file_must_be_signed_where_that_was_agreed_on(stores: tuple[Store, Store], tmp_path: Path) -> None:
    _, blue = stores
    with pytest.raises(UsageError, match=r"wants signed turn files: give your secret key with --key FILE"):
        export_turn(blue, NAME, NOW)
    plain = tmp_path / "plain"
    plain.mkdir()
    with pytest.raises(UsageError, match="has no public key of Blue Army, so nobody could check your signature"):
        export_turn(two_stores(plain)[1], NAME, NOW, BRUNO.sign)


def test_who_joins_brings_his_key_where_all_must_sign(tmp_path: Path) -> None:
    tiny.register()
    red, blue = (open_store(str(tmp_path / f"{side}.db"), create=True) for side in ("red", "blue"))
    with pytest.raises(UsageError, match="--signed needs the public key of each side: give --key RED=FILE"):
        open_campaign(red, NAME, "tiny", "field", now=NOW, dice=agreed("chain"), me="RED", signed=True)
    known = {"RED": ANNA.public}
    open_campaign(red, NAME, "tiny", "field", now=NOW, dice=agreed("chain"), me="RED", signed=True, keys=known)
    text = export_turn(red, NAME, NOW, ANNA.sign).text.encode()
    with pytest.raises(UsageError, match=r"wants signed files: .*--public-key FILE"):
        import_turn(blue, text, NOW, me="BLUE")
    assert blue.campaigns() == []
    assert import_turn(blue, text, NOW, me="BLUE", key=BRUNO.public).joined


def test_where_nobody_joins_all_keys_are_named_at_the_opening(tmp_path: Path) -> None:
    """Dice by the beacon alone: the other side publishes no anchor, and so no key."""
    tiny.register()
    red, blue = (open_store(str(tmp_path / f"{side}.db"), create=True) for side in ("red", "blue"))
    words = {"now": NOW, "dice": agreed("beacon"), "me": "RED"}
    with pytest.raises(UsageError, match="give --key BLUE=FILE as well"):
        open_campaign(red, NAME, "tiny", "field", signed=True, keys={"RED": ANNA.public}, **words)  # type: ignore[arg-type]
    open_campaign(red, NAME, "tiny", "field", **words)  # type: ignore[arg-type]
    text = export_turn(red, NAME, NOW).text.encode()
    with pytest.raises(UsageError, match="were set when it was opened: leave out --public-key"):
        import_turn(blue, text, NOW, me="BLUE", key=BRUNO.public)


def test_a_forged_or_altered_turn_file_is_refused(stores: tuple[Store, Store]) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    text, before = export_turn(blue, NAME, NOW, BRUNO.sign).text, head(red)
    record = head(blue)
    for change, says in (
        (without("handed", "signature"), "the turn file of BLUE is not signed"),
        (change_of("promised", digest="0" * 64), "the signature of BLUE is not genuine: the text was altered"),
        (change_of("handed", signature=ANNA.sign(record, "field-1", "BLUE", "turn", record)), "with another key"),
        (change_of("handed", signature="pbem-sign/1 rubbish"), "was damaged on the way"),
        (change_of("handed", signature=BRUNO.sign("x" * 64, "field-1", "BLUE", "turn", record)), "is not genuine"),
        (add("promised", side="BLUE", at=NOW, turn=1, steps=["bids"], digest="0" * 64), "is not genuine"),
    ):
        with pytest.raises(Illegal) as refused:
            import_turn(red, altered(text, change), NOW)
        assert says in str(refused.value)
        assert head(red) == before
    assert import_turn(red, text.encode(), NOW).entries


def test_an_old_signature_does_not_serve_for_a_new_hand_over(stores: tuple[Store, Store]) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red, key=BRUNO)
    old = red.entries("field-1")[-1].values()["signature"]
    give(red, "RED", "bid 3\n", step="bid")
    mail(red, blue, key=ANNA)
    run(blue)
    text = export_turn(blue, NAME, NOW, BRUNO.sign).text
    with pytest.raises(Illegal, match="the signature of BLUE is not genuine: the text was altered"):
        import_turn(red, altered(text, change_of("handed", signature=old)), NOW)
    assert any(
        "is not genuine" in what for what in faults_of(blue.entries("field-1"), change_of("handed", signature=old))
    )


def test_a_signed_turn_file_needs_the_library(stores: tuple[Store, Store], monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    text = export_turn(blue, NAME, NOW, BRUNO.sign).text
    _lose_library(monkeypatch)
    with pytest.raises(UsageError, match=r"signatures NOT verified: .*Nothing of the turn file was taken"):
        import_turn(red, text.encode(), NOW)
    assert any(note.startswith("signatures NOT verified") for note in verify(blue, NAME).unchecked)
