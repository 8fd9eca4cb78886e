"""Seals are published before secrets: in receipts, notices and posts; with them a thread is bound, without them not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate, seal_step
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.sealed import Sealed
from pbem.desk.record.notice import notice_lines, seal_to_come, seals_of
from pbem.desk.record.secrets import Secrets
from pbem.desk.record.terms import agreed
from pbem.desk.replay.load import load
from pbem.desk.replay.steps import retold
from pbem.desk.replay.verify import verify
from pbem.desk.undoing import undo
from pbem.desk.views.posts import report
from pbem.dice.derive import inputs_digest
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.errors import BadRecord, UsageError
from pbem.store.entry import Draft, Head, chained
from pbem.store.store import Store
from tests.desk.beacons import accepted, open_with
from tests.desk.helpers import NAME, NOW, accept, bid, new_store
from tests.desk.links import anchor_of, link_of
from tests.desk.two_stores import after_bids, give, mail, run, two_stores


def notice(store: Store) -> str:
    campaign, state = load(store, NAME)
    return "\n".join(notice_lines(campaign, state, seals_of(campaign, state))) + "\n"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = new_store(tmp_path / "pbem.db")
    bid(made)
    return made


def verdicts(text: str, known: str = "") -> set[str]:
    return {judge_post(text, known).verdict, verify_dice.judge(text, known)["verdict"]}


def test_the_receipt_of_the_file_that_completes_a_step_binds_its_dice(store: Store) -> None:
    opening = notice(store)
    receipt = accept(store, "RED", "go R2 0301\n", step="move")
    assert "seal 2 ;" in receipt.proof  # that of the bids was the first
    adjudicate(store, NAME, NOW)
    post = report(store, NAME, "t1/red-move").text
    assert verdicts(post) == verdicts(post, opening) == {"consistent"}
    assert verdicts(post, opening + receipt.proof) == {"bound"}
    shown = judge_post(post, opening + receipt.proof).as_json()["shown"]
    assert ("seal", "known 2") in [(one["code"], one["by"]) for one in shown]


def test_a_notice_before_the_dice_binds_them(store: Store) -> None:
    opening = notice(store)
    accept(store, "RED", "go R2 0301\n", step="move")
    assert "seal " not in notice(store)
    assert seal_step(store, NAME, NOW)
    assert not seal_step(store, NAME, NOW)  # what is sealed is not sealed again
    sealed = notice(store)
    assert "seal 2 ;" in sealed
    assert "seal 2 ;" in report(store, NAME).text  # the post of the step before shows it as well
    adjudicate(store, NAME, NOW)
    post = report(store, NAME, "t1/red-move").text
    assert verdicts(opening + sealed + post) == {"bound"}
    assert verdicts(sealed + post) == {"consistent"}  # the commitment must stand before the seal
    assert verify(store, NAME).is_good


def test_nothing_is_sealed_while_orders_are_owed(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    receipt = accept(store, "RED", "bid 3\n", step="bid")
    assert (receipt.proof, seal_step(store, NAME, NOW)) == ("", False)
    assert "seal " in accept(store, "BLUE", "bid 2\n", step="bid").proof


def test_orders_that_are_exchanged_behind_the_receipt_are_noticed(store: Store) -> None:
    opening = notice(store)
    receipt = accept(store, "RED", "go R2 0301\n", step="move")
    accept(store, "RED", "go R1 0102\ngo R2 0301\n", step="move")
    adjudicate(store, NAME, NOW)
    found = judge_post(report(store, NAME, "t1/red-move").text, opening + receipt.proof)
    assert (found.verdict, [fault.code for fault in found.faults]) == ("wrong", ["seal"])


def test_the_seal_tells_nothing_of_the_orders(tmp_path: Path) -> None:
    """Who guesses the orders right has nothing to compare his guess with before the salt is out."""
    seals = set()
    for number in range(2):
        store = new_store(tmp_path / f"{number}.db")
        bid(store)
        accept(store, "RED", "go R2 0301\n", step="move")
        own = Secrets(store, load(store, NAME)[0])
        if number:
            own.salt_secret = "ab" * 32  # another store, with a secret of its own
        campaign, state = load(store, NAME)
        seals |= set(seal_to_come(own, state).values())
        seal_step(store, NAME, NOW)
        body = [body for e in store.entries(campaign.id) if isinstance(body := body_of(e), Sealed)][-1]
        for hidden in (body.salt, body.inputs):
            assert hidden[:32] not in notice(store)
    assert len(seals) == 2


@pytest.mark.parametrize("field", ["seal", "salt", "inputs"])
def test_a_false_seal_in_the_record_is_found(store: Store, field: str) -> None:
    accept(store, "RED", "go R2 0301\n", step="move")
    adjudicate(store, NAME, NOW)
    campaign, _ = load(store, NAME)
    entries = store.entries(campaign.id)
    at = max(n for n, entry in enumerate(entries) if entry.kind == "sealed")
    drafts = [Draft(e.kind, {**e.values(), **({field: "cd" * 32} if n == at else {})}) for n, e in enumerate(entries)]
    with pytest.raises(BadRecord):
        list(retold(chained(Head(0, ""), drafts), campaign))


def test_a_right_guess_of_all_orders_cannot_be_confirmed_from_the_post(store: Store) -> None:
    """`inputs` is in the post; without the salt, which is not, even the right texts do not give it."""
    accept(store, "RED", "go R2 0301\n", step="move")
    adjudicate(store, NAME, NOW)
    bodies = [body for e in store.entries("field-1") if isinstance(body := body_of(e), Sealed)]
    before, last = bodies[-2:]
    post = report(store, NAME, "t1/red-move").text
    flat = "".join(post.split())
    assert last.inputs in flat
    assert last.salt not in flat
    texts = {("RED", "orders"): b"go R2 0301\n", ("RED", "standing"): b"", ("BLUE", "orders"): b""}
    guess = {**texts, ("BLUE", "standing"): b""}
    transcript = bytes.fromhex(before.inputs)
    assert inputs_digest(transcript, guess).hex() != last.inputs
    assert inputs_digest(transcript, {**guess, ("", "salt"): bytes.fromhex(last.salt)}).hex() == last.inputs


def test_a_moderator_cannot_choose_a_salt(store: Store) -> None:
    accept(store, "RED", "go R2 0301\n", step="move")
    with pytest.MonkeyPatch.context() as trying:
        trying.setattr(Secrets, "salt", lambda own, state: "ab" * 32)
        adjudicate(store, NAME, NOW)
    why = "the salt of a seal was chosen: it is none of those that the campaign was opened with"
    assert why in [fault.what for fault in verify(store, NAME).faults]


# -- an epoch has one seal ------------------------------------------------------------------------------------


def test_a_step_that_cast_no_dice_leaves_the_thread_bound(tmp_path: Path) -> None:
    """Bids cast no die. Their seal is in the receipt all the same, and the next one is for another epoch."""
    store = new_store(tmp_path / "pbem.db")
    thread = notice(store)
    accept(store, "RED", "bid 3\n", step="bid")
    for side, orders, step, number in (("BLUE", "bid 2\n", "bid", 1), ("RED", "go R2 0301\n", "move", 2)):
        receipt = accept(store, side, orders, step=step)
        assert f"seal {number} ;" in receipt.proof
        adjudicate(store, NAME, NOW)
        thread += receipt.proof + "\n" + report(store, NAME, "t1/bids" if step == "bid" else "t1/red-move").text
    assert verdicts(thread) == {"bound"}
    assert verify(store, NAME).is_good


def test_an_answer_before_any_dice_is_sealed_for_an_epoch_of_its_own(tmp_path: Path) -> None:
    """The step stops under its seal, and goes on under that of the answer."""
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    thread = notice(store)
    thread += accept(store, "RED", "done\n", step="move").proof + "\n"
    adjudicate(store, NAME, NOW)
    for side, orders, number in (("RED", "more\n", 3), ("RED", "hit 0103\n", 4)):
        receipt = accept(store, side, orders, step="fight")
        assert f"seal {number} ;" in receipt.proof
        adjudicate(store, NAME, NOW)
        thread += receipt.proof + "\n" + report(store, NAME).text
    assert verdicts(thread) == {"bound"}
    assert verify(store, NAME).is_good


def test_the_same_orders_after_an_undo_leave_the_thread_bound(store: Store) -> None:
    """All dice are those of before, so that their new seal casts none; the step behind it has another."""
    thread = notice(store)
    for orders, step in (("go R2 0301\n", "move"), ("go R2 0301\n", "move"), ("hit 0203\n", "fight")):
        receipt = accept(store, "RED", orders, step=step)
        adjudicate(store, NAME, NOW)
        thread += receipt.proof + "\n" + report(store, NAME).text
        if receipt.proof.count("seal 2 ;"):
            undo(store, NAME, "once more", "Mo", NOW)
    assert verdicts(thread) == {"bound"}


def test_orders_that_were_sealed_and_taken_back_before_their_dice_leave_the_epoch_behind(tmp_path: Path) -> None:
    """The seal was shown while a link was missing; other orders get another epoch, and the thread stays bound."""
    store = open_with(tmp_path / "pbem.db", agreed("seed+chain"), NOW)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", NOW, header={"anchor": anchor_of(side)})
    bid(store)
    thread = notice(store)
    for number, orders in ((2, "go R2 0301\n"), (3, "go R1 0102\ngo R2 0301\n")):
        accept(store, "RED", orders, step="move")
        adjudicate(store, NAME, NOW)
        assert f"seal {number} ;" in notice(store)
        thread += notice(store)
        if number == 2:
            undo(store, NAME, "R1 was to go too", "Mo", NOW)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", NOW, header={"link": f"3 {link_of(side, 3)}"})
    adjudicate(store, NAME, NOW)
    assert verdicts(thread + report(store, NAME, "t1/red-move").text) == {"bound"}
    assert verify(store, NAME).is_good


def test_a_seal_that_a_receipt_has_shown_is_never_followed_by_another_of_its_epoch(tmp_path: Path) -> None:
    """An undo before the sealing leaves the epoch behind: the seal in the receipt stands in the record, then void."""
    store = open_with(tmp_path / "pbem.db", agreed("seed+chain"), NOW)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", NOW, header={"anchor": anchor_of(side)})
    bid(store)
    thread = notice(store)
    first = accept(store, "RED", "go R2 0301\n", step="move").proof
    undo(store, NAME, "the bids were wrong", "Mo", NOW, to="t1/bids")
    assert [entry.kind for entry in store.entries("field-1")][-2:] == ["sealed", "undone"]
    adjudicate(store, NAME, NOW)  # the bids lay on the desk again
    second = accept(store, "RED", "go R1 0102\ngo R2 0301\n", step="move").proof
    adjudicate(store, NAME, NOW)
    then, now = (int(proof.split("seal ")[1].split()[0]) for proof in (first, second))
    assert then < now
    for side in ("RED", "BLUE"):
        accepted(store, side, "", NOW, header={"link": f"{now} {link_of(side, now)}"})
    adjudicate(store, NAME, NOW)
    thread += "\n".join((first, second, report(store, NAME, "t1/red-move").text))
    assert verdicts(thread) == {"bound"}
    assert verify(store, NAME).is_good


def test_a_step_whose_seal_a_receipt_has_shown_is_played_before_anything_is_taken_back(store: Store) -> None:
    """The moderator of a seed knows its dice: he could otherwise be rid of them before anybody has seen them."""
    accept(store, "RED", "go R2 0301\n", step="move")
    count = len(store.entries("field-1"))
    with pytest.raises(UsageError, match="its dice are ready: play it first"):
        undo(store, NAME, "the bids were wrong", "Mo", NOW, to="t1/bids")
    assert len(store.entries("field-1")) == count
    adjudicate(store, NAME, NOW)
    assert undo(store, NAME, "the bids were wrong", "Mo", NOW, to="t1/bids").taken_back == ("t1/bids", "t1/red-move")


def test_orders_that_a_player_replaces_himself_are_not_bound_to_the_first_receipt(store: Store) -> None:
    """Until a step is sealed its orders may be replaced. Then the receipts show two seals, and the verdict says so."""
    thread = notice(store)
    for orders in ("go R2 0301\n", "go R1 0102\ngo R2 0301\n"):
        thread += accept(store, "RED", orders, step="move").proof + "\n"
    adjudicate(store, NAME, NOW)
    thread += report(store, NAME, "t1/red-move").text
    assert verdicts(thread) == {"consistent"}
    assert [need["code"] for need in judge_post(thread).as_json()["needs"]] == ["seal"]


# -- between two stores ---------------------------------------------------------------------------------------


def test_between_two_stores_the_receipt_shows_the_seal_too_and_a_thread_of_receipts_binds_the_dice(
    tmp_path: Path,
) -> None:
    red, blue = two_stores(tmp_path)
    after_bids(red, blue)
    opening = notice(red)
    receipt = give(red, "RED", "go R2 0301\n", step="move")
    assert "seal 2 ;" in receipt.proof
    run(red)
    assert [line for line in notice(red).splitlines() if "seal 2 ;" in line]
    assert notice(red).split("seal 2 ;")[1][:60] == receipt.proof.split("seal 2 ;")[1][:60]  # and no other
    mail(red, blue)
    run(blue)
    post = report(blue, NAME, "t1/red-move").text
    assert verdicts(post, opening) == {"consistent"}
    assert verdicts(post, opening + receipt.proof) == {"bound"}
    assert verdicts(opening + receipt.proof + "\n" + post) == {"bound"}


def test_between_two_stores_no_receipt_shows_a_seal_while_the_other_sides_orders_are_only_promised(
    tmp_path: Path,
) -> None:
    """Blue has sent the hash of a bid. What Blue seals when the bid is opened, Red's store cannot know."""
    red, blue = two_stores(tmp_path)
    assert give(blue, "BLUE", "bid 2\n", step="bid").proof == ""
    mail(blue, red)
    assert give(red, "RED", "bid 3\n", step="bid").proof == ""
    mail(red, blue)
    run(blue)
    assert verify(blue, NAME).is_good
