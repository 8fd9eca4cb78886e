"""Seals are published before secrets: in receipts, notices and posts; with them a thread is bound, without them not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate, seal_step
from pbem.desk.record.kinds import body_of
from pbem.desk.record.kinds.sealed import Sealed
from pbem.desk.record.secrets import Secrets
from pbem.desk.replay.load import load
from pbem.desk.replay.steps import retold
from pbem.desk.replay.verify import verify
from pbem.desk.views.notice import notice_lines, seal_to_come, seals_of
from pbem.desk.views.post import report
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.errors import BadRecord
from pbem.store.entry import Draft, Head, chained
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, bid, new_store


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
    assert "seal 1 ;" in receipt.proof
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
    assert "seal 1 ;" in sealed
    assert "seal 1 ;" in report(store, NAME).text  # the post of the step before shows it as well
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
            own.salt_root = "ab" * 32  # another store, with a secret of its own
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
