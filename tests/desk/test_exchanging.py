"""Two players without a server: turn files, one record in two stores, and what a cheat would try."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.exchange.turn_file import Turn, read_turn, write_turn
from pbem.desk.replay.verify import verify
from pbem.desk.views.history import history
from pbem.desk.views.status import status
from pbem.errors import Illegal, UsageError
from pbem.store import open_store
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.forging import add, altered, change_of, drop, last
from tests.desk.helpers import NAME, NOW, order_file
from tests.desk.two_stores import after_bids, give, head, mail, play_turns, run, two_stores

Stores = tuple[Store, Store]

BACK = {"turn": 1, "step": "red-move", "seq": 2}


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    return two_stores(tmp_path, turns="2")


def owed_to(store: Store) -> list[str]:
    """Who owes what, in the words of the status."""
    return [f"{debt.side}: {debt.what}" for debt in status(store, NAME).waiting]


def play_to_the_end(red: Store, blue: Store) -> int:
    """Both play on until the game is over, and the last word is mailed; the number of mails that it took."""
    writer = play_turns(red, blue)
    mail(writer, blue if writer is red else red)
    return sum(entry.kind == "handed" for entry in red.entries("field-1")) - 1  # the invitation is none


# -- the protocol ---------------------------------------------------------------------------------------------


def test_both_stores_arrive_at_the_same_record(stores: Stores) -> None:
    red, blue = stores
    mails = play_to_the_end(red, blue)
    assert head(red) == head(blue)
    assert red.entries("field-1") == blue.entries("field-1")
    for store in stores:
        verdict = verify(store, NAME)
        assert verdict.is_good, [str(fault) for fault in verdict.faults]
        assert verdict.dice > 4
    assert mails <= 18  # two turns of five steps, with secret bids and a question in each fight


def test_an_invitation_makes_the_campaign_and_joins_it(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path)
    assert [line.kind for line in history(blue, NAME)] == ["opened", "handed", "joined"]
    assert set(status(blue, NAME).anchors) == {"RED", "BLUE"}
    assert status(red, NAME).anchors.keys() == {"RED"}
    mail(blue, red)
    assert status(red, NAME).anchors == status(blue, NAME).anchors


def test_dice_fall_only_when_both_links_are_there(stores: Stores) -> None:
    red, blue = stores
    after_bids(red, blue)
    assert [line.kind for line in history(red, NAME)].count("contributed") == 0  # bids cast no dice and cost no link
    give(red, "RED", "go R2 0301\n", step="move")
    assert not run(red).ran
    assert owed_to(red) == ["BLUE: link 2 of its dice chain"]
    kinds = [entry.kind for entry in red.entries("field-1")]
    assert kinds[-2:] == ["sealed", "contributed"]  # the orders are fixed before the link is shown
    mail(red, blue)
    assert [ran.label for ran in run(blue).ran] == ["t1/red-move"]


def test_a_link_is_never_shown_before_the_orders_of_both_sides_are_fixed(stores: Stores) -> None:
    red, blue = stores
    play_to_the_end(red, blue)
    sealed = False
    for entry in red.entries("field-1"):
        if entry.kind == "sealed":
            sealed = True
        elif entry.kind == "contributed":
            assert sealed
        elif entry.kind in ("submitted", "asked", "played"):
            sealed = False


def test_a_decision_after_dice_opens_an_epoch_with_fresh_links(stores: Stores) -> None:
    red, blue = stores
    play_to_the_end(red, blue)
    fights = (e.values() for e in red.entries("field-1") if e.kind == "played" and e.values()["step"] == "red-fight")
    played = next(fights)
    epochs = [page[4] for page in played["pages"] if page[0] == "roll"]
    assert len(set(epochs)) > 1
    for epoch in epochs:
        assert set(played["secrets"][str(epoch)]) == {"RED", "BLUE", "salt"}


# -- orders that stay secret until both sides have given theirs ------------------------------------------------


def test_secret_orders_travel_as_a_hash_until_the_other_side_has_given_its_own(stores: Stores) -> None:
    red, blue = stores
    receipt = give(blue, "BLUE", "bid 2\n", step="bid")
    assert any("only their hash is sent" in words for words in receipt.warnings)
    mail(blue, red)
    assert not any("bid 2" in entry.body for entry in red.entries("field-1"))
    assert owed_to(red) == ["RED: orders for bid, turn 1"]
    give(red, "RED", "bid 3\n", step="bid")
    assert owed_to(red) == ["BLUE: the opening of the sealed orders for bid"]
    mail(red, blue)
    assert [ran.label for ran in run(blue).ran] == ["t1/bids"]
    assert any("bid 2" in entry.body for entry in blue.entries("field-1"))


def test_orders_may_be_replaced_until_their_hash_is_sent(stores: Stores) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    give(blue, "BLUE", "bid 5\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    mail(red, blue)
    from pbem.desk.receiving import receive

    receipt = receive(blue, NAME, order_file("BLUE", "bid 9\n", step="bid"), "Bruno", NOW)
    assert "your orders for this step are fixed" in receipt.problems[0].why
    run(blue)
    bids = [entry.values()["takes"]["orders"]["bids"] for entry in blue.entries("field-1") if entry.kind == "submitted" and entry.values()["verdict"] == "accepted"]  # fmt: skip  # noqa: E501
    assert bids == [["bid 3"], ["bid 5"]]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda body: body | {"promise": {**body["promise"], "nonce": "00" * 16}}, "are not those sealed in entry"),
        (lambda body: body | {"takes": {"orders": {"bids": ["bid 9"]}}}, "are not those sealed in entry"),
        (lambda body: {k: v for k, v in body.items() if k != "promise"}, "gave orders other than those"),
    ],
)  # fmt: skip
def test_orders_that_do_not_fit_their_hash_are_refused(
    stores: Stores, change: Callable[[dict[str, Any]], dict[str, Any]], says: str
) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    mail(red, blue)
    run(blue)

    def forge(drafts: list[Draft]) -> None:
        at = last(drafts, "submitted")
        drafts[at] = Draft("submitted", change(dict(drafts[at].body)))

    with pytest.raises(Illegal) as refused:
        import_turn(red, altered(export_turn(blue, NAME, NOW).text, forge), NOW)
    assert says in str(refused.value)


def test_only_who_has_the_pen_writes(stores: Stores) -> None:
    red, _ = stores
    with pytest.raises(UsageError, match=r"Blue Army writes next.*pbem import-turn"):
        give(red, "RED", "bid 3\n", step="bid")
    with pytest.raises(UsageError, match="Blue Army writes next"):
        run(red)


def test_a_side_gives_orders_in_its_own_store_only(stores: Stores) -> None:
    from pbem.desk.receiving import receive

    _, blue = stores
    receipt = receive(blue, NAME, order_file("RED", "bid 3\n", step="bid"), "Bruno", NOW)
    assert not receipt.is_accepted
    assert "each side enters its orders in its own store" in receipt.problems[0].why


def test_the_same_turn_file_can_be_written_and_taken_in_again(stores: Stores) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    first = export_turn(blue, NAME, NOW).text
    assert export_turn(blue, NAME, NOW).text == first
    assert import_turn(red, first.encode(), NOW).entries == 3
    before = head(red)
    assert import_turn(red, first.encode(), NOW).entries == 0
    assert head(red) == before


def test_a_lost_turn_file_is_asked_for(stores: Stores, tmp_path: Path) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    give(red, "RED", "bid 3\n", step="bid")
    text = export_turn(red, NAME, NOW).text
    late = open_store(str(tmp_path / "late.db"), create=True)
    with pytest.raises(Illegal, match=r"does not know the campaign field-1(.|\n)*invitation"):
        import_turn(late, text.encode(), NOW, me="BLUE")
    whole = export_turn(red, NAME, NOW, since=0).text
    with pytest.raises(Illegal, match="it speaks for BLUE"):
        import_turn(late, whole.encode(), NOW, me="BLUE")  # a stranger cannot take over a side that has joined


# -- ghosts, forgers, cheats ----------------------------------------------------------------------------------


def test_a_ghost_move_is_refused_and_says_where_the_records_part(stores: Stores, tmp_path: Path) -> None:
    """Blue restores an old copy of his store and plays on from there."""
    import shutil

    red, blue = stores
    blue.close()  # so that all of it is in the one file that people copy
    shutil.copy(tmp_path / "blue.db", tmp_path / "old.db")
    give(blue, "BLUE", "bid 2\n", step="bid")
    mail(blue, red)
    old = open_store(str(tmp_path / "old.db"))
    give(old, "BLUE", "bid 6\n", step="bid")
    with pytest.raises(Illegal) as refused:
        mail(old, red)
    text = str(refused.value)
    assert "the turn file continues from another position" in text
    assert "a record that parts from this one at entry 4" in text
    assert "they agree up to entry 3" in text
    assert head(red) == red.entries("field-1")[-1].hash


def test_a_ghost_far_back_is_found_with_the_ladder(stores: Stores, tmp_path: Path) -> None:
    red, blue = stores
    play_to_the_end(red, blue)
    turn = read_turn(export_turn_again(red).encode())
    other = turn._replace(base=(turn.base[0], "0" * 64), ladder=tuple((seq, "0" * 64) for seq, _ in turn.ladder[:2]) + turn.ladder[2:])  # fmt: skip  # noqa: E501
    with pytest.raises(Illegal, match=r"an entry between \d+ and \d+"):
        import_turn(blue, write_turn(other, ["x"]).encode(), NOW)


def export_turn_again(store: Store) -> str:
    """The last turn file that this store wrote."""
    entries = store.entries("field-1")
    mine = [e for e in entries if e.kind == "handed" and e.values()["by"] == store.secret("field-1", "me")]
    base = [e.seq for e in entries if e.kind == "handed" and e.seq < mine[-1].seq][-1]
    hashes = {e.seq: e.hash for e in entries}
    sent = entries[base : mine[-1].seq]
    ladder = tuple((seq, hashes[seq]) for seq in (base - 1, base - 2, base - 4, base - 8, 1) if seq >= 1)
    to = mine[-1].values()["to"]
    drafts = tuple(Draft(e.kind, e.values()) for e in sent)
    turn = Turn("field-1", mine[-1].values()["by"], to, (base, hashes[base]), ladder, drafts, sent[-1].hash)
    return write_turn(turn, ["again"])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_of("contributed", link="ab" * 32), "does not match the commitment of RED"),
        (change_of("contributed", epoch=1), "is for epoch 1; the next one is 2"),
        (change_of("contributed", party="BLUE"), "it brings a link of BLUE"),
        (change_of("sealed", inputs="0" * 64), "`inputs` is recorded as"),
        (change_of("sealed", sealed={}), "`sealed` is recorded as"),
        (change_of("submitted", side="BLUE"), "it brings orders of BLUE"),
        (change_of("submitted", takes={"orders": {}}), "`takes` is not what the file as received says"),
        (change_of("handed", to="RED"), "hands over the record"),
        (drop("handed"), "does not hand the record over"),
        (drop("sealed"), "before the orders were sealed"),
        (
            add("undone", at=NOW, who="Rosa", reason="x", back=BACK, taken_back=[]),
            "an entry `undone` has no place in a turn file",
        ),
        (add("joined", at=NOW, side="BLUE", anchor="0" * 64), "it speaks for BLUE"),
        (add("nonsense"), "an entry of the unknown kind 'nonsense'"),
        (
            add("contributed", party="RED", epoch=2, link="00" * 32, turn=1, step="red-move", at=NOW),
            "owes nothing to the dice",
        ),
        (add("contributed", at=NOW, party="RED", epoch=1, link="00" * 32), "it says nothing of `turn`"),
        (
            add("missed", side="BLUE", by="RED", at=NOW, what="", due="", consequence="forfeit"),
            "owes nothing for which `forfeit`",
        ),
        (change_of("handed", by="BLUE"), "it was not written by RED"),
        (change_of("handed", signature=""), "`signature` is empty, and is left out where it is"),
        (change_of("handed", at=7), "`at` is 7, not a text"),
        (change_of("sealed", spare=1), "`spare` is not known"),
        (change_of("sealed", epoch=True), "`epoch` is True, not a whole number"),
        (change_of("sealed", sealed=["RED"]), "`sealed` is ['RED'], not an object"),
        (change_of("submitted", takes={"orders": {"red-move": "go"}}), "`takes.orders.red-move` is go, not a list"),
        (change_of("submitted", takes={"orders": {"red-move": [1]}}), "`takes.orders.red-move[0]` is 1, not a text"),
        (change_of("submitted", sha256="0" * 64), "names a file as received that did not come along"),
    ],
)
def test_what_the_other_player_may_not_write_is_refused(
    stores: Stores, change: Callable[[list[Draft]], None], says: str
) -> None:
    red, blue = stores
    after_bids(red, blue)
    give(red, "RED", "go R2 0301\n", step="move")
    run(red)
    text, before = export_turn(red, NAME, NOW).text, head(blue)
    with pytest.raises(Illegal) as refused:
        import_turn(blue, altered(text, change), NOW)
    assert says in str(refused.value)
    assert head(blue) == before  # nothing of it was taken
    assert import_turn(blue, text.encode(), NOW).entries > 0


def test_entries_that_do_not_fit_the_head_are_refused(stores: Stores) -> None:
    red, blue = stores
    give(blue, "BLUE", "bid 2\n", step="bid")
    text = export_turn(blue, NAME, NOW).text
    with pytest.raises(Illegal, match="the turn file was altered"):
        import_turn(red, altered(text, change_of("promised", digest="0" * 64), honest_hash=True), NOW)


def test_a_turn_file_for_the_other_side_is_refused(stores: Stores) -> None:
    _, blue = stores
    text = export_turn(blue, NAME, NOW).text
    with pytest.raises(Illegal, match="the turn file is for the other side"):
        import_turn(blue, text.encode(), NOW)


def test_a_moderated_campaign_has_no_turn_files(tmp_path: Path) -> None:
    from tests.desk.helpers import new_store

    store = new_store(tmp_path / "pbem.db")
    with pytest.raises(UsageError, match="is kept by a moderator"):
        export_turn(store, NAME, NOW)
