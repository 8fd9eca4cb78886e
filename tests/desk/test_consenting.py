"""Who may take a step back: the moderator, both sides by consent, or nobody; proposals, and what a forger would try."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.amending import proposed
from pbem.desk.consenting import consent, decline
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.desk.undoing import undo
from pbem.desk.views.history import history
from pbem.desk.views.past import position_at
from pbem.errors import UsageError
from pbem.store import open_store
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.amends import DICE, amended, bodies, fought, is_proven, rolls, said
from tests.desk.beacons import open_with
from tests.desk.forging import Change, change_of, drop, faults_of, last
from tests.desk.helpers import NAME, NOW, accept, new_store, owes, run

Stores = tuple[Store, Store]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two fights, where a moderator takes steps back."""
    return fought(new_store(tmp_path / "pbem.db"))


@pytest.fixture
def by_consent(tmp_path: Path) -> Store:
    """The same, where a step is taken back only if both sides consent."""
    return fought(open_with(tmp_path / "pbem.db", agreed("seed", rewind="consent"), NOW))


# -- who may take a step back ---------------------------------------------------------------------------------


def test_never_is_never(tmp_path: Path) -> None:
    store = fought(open_with(tmp_path / "pbem.db", agreed("seed", rewind="never"), NOW))
    before = owes(store).head
    for act in (lambda: amended(store, "hit 0103\n"), lambda: undo(store, NAME, "why", "Mo", NOW)):
        with pytest.raises(UsageError, match="was opened with --rewind never: a step that was played stays played"):
            act()
    assert owes(store).head == before


def test_undo_under_consent_says_how_it_is_done(by_consent: Store) -> None:
    with pytest.raises(
        UsageError, match=r"by consent of all sides: propose .*`pbem amend FILE --reason.*`pbem consent`"
    ):
        undo(by_consent, NAME, "why", "Mo", NOW)


def test_a_proposal_takes_nothing_back_before_all_have_consented(by_consent: Store) -> None:
    before = position_at(by_consent, NAME)
    receipt = amended(by_consent, "hit 0103\n")
    assert receipt.is_accepted
    assert receipt.warnings[-1] == "nothing is taken back before BLUE has consented"
    assert said(receipt, "dice that stay valid: ") == "hit on 0103; second on 0103"
    entry = by_consent.entries("field-1")[-1]
    assert (entry.kind, entry.seq, entry.values()["side"]) == ("proposed", receipt.seq, "RED")
    assert by_consent.submission(receipt.sha256) is not None
    assert position_at(by_consent, NAME) == before
    debts = [(debt.side, debt.what) for debt in owes(by_consent).waiting]
    assert debts == [("BLUE", f"consent to the amendment of t1/red-fight (entry {receipt.seq}), or its refusal")]
    assert run(by_consent).ran == ()
    assert history(by_consent, NAME)[-1].text == "Red Army proposes to take t1/red-fight back: a hex too many"
    assert verify(by_consent).is_good


def test_the_other_side_is_shown_what_is_proposed(by_consent: Store) -> None:
    amended(by_consent, "hit 0103\n")
    shown = proposed(by_consent, NAME, NOW)
    assert shown.warnings[0] == "proposed by Mo: a hex too many"
    assert said(shown, "dice that stay valid: ") == "hit on 0103; second on 0103"
    assert said(shown, "dice that no longer count: ") == "hit on 0203; second on 0203"
    assert "hit 0103" in shown.canonical


def test_with_the_last_consent_it_is_carried_out(by_consent: Store) -> None:
    before = rolls(bodies(by_consent, "played", "red-fight")[0])
    amended(by_consent, "hit 0103\n")
    receipt = consent(by_consent, NAME, "blue army", NOW)
    assert receipt is not None
    assert [entry.kind for entry in by_consent.entries("field-1")[-3:]] == ["proposed", "consented", "amended"]
    assert owes(by_consent).step == "red-fight"
    run(by_consent)
    assert rolls(bodies(by_consent, "played", "red-fight")[1]) == {n: before[n] for n in before if "0103" in n}
    words = [line.text for line in history(by_consent, NAME) if line.kind in ("consented", "amended")]
    assert words == [
        f"Blue Army consents to the proposal of entry {receipt.seq - 2}",
        "t1/red-fight taken back by Mo: a hex too many",
    ]
    is_proven(by_consent, "t1/red-fight")
    assert verify(by_consent).is_good


@pytest.mark.parametrize("side", ["BLUE", "RED"])
def test_who_does_not_consent_says_so_and_who_proposed_may_take_it_back(by_consent: Store, side: str) -> None:
    before = position_at(by_consent, NAME)
    receipt = amended(by_consent, "hit 0103\n")
    assert decline(by_consent, NAME, side, NOW) == "t1/red-fight"
    assert position_at(by_consent, NAME) == before
    assert (owes(by_consent).step, owes(by_consent).waiting[0].what) == ("blue-move", "orders for move, turn 1")
    army = {"BLUE": "Blue Army", "RED": "Red Army"}[side]
    assert history(by_consent, NAME)[-1].text == f"{army} declines the proposal of entry {receipt.seq}"
    with pytest.raises(UsageError, match="nothing in Field-1 is waiting for consent"):
        consent(by_consent, NAME, "BLUE", NOW)
    assert amended(by_consent, "hit 0203\n").is_accepted  # another may be proposed
    assert verify(by_consent).is_good


def test_one_proposal_at_a_time(by_consent: Store) -> None:
    receipt = amended(by_consent, "hit 0103\n")
    with pytest.raises(UsageError, match=f"the amendment of entry {receipt.seq} still waits: `pbem consent`, or --ref"):
        amended(by_consent, "hit 0203\n")


def test_who_proposes_cannot_consent_for_the_other(by_consent: Store) -> None:
    amended(by_consent, "hit 0103\n")
    with pytest.raises(UsageError, match="Red Army has already consented; Blue Army has not"):
        consent(by_consent, NAME, "RED", NOW)
    with pytest.raises(UsageError, match="say who consents: --side RED or --side BLUE"):
        consent(by_consent, NAME, "", NOW)
    with pytest.raises(UsageError, match="there is no side `GREEN`"):
        consent(by_consent, NAME, "GREEN", NOW)


@pytest.mark.parametrize("act", [consent, decline])
def test_there_must_be_a_proposal(by_consent: Store, act: Any) -> None:
    with pytest.raises(UsageError, match="nothing in Field-1 is waiting for consent: `pbem amend FILE` proposes"):
        act(by_consent, NAME, "BLUE", NOW)
    with pytest.raises(UsageError, match="nothing in Field-1 is waiting"):
        proposed(by_consent, NAME, NOW)


def test_a_file_that_came_meanwhile_is_not_lost_by_the_amendment(by_consent: Store) -> None:
    amended(by_consent, "hit 0103\n")
    accept(by_consent, "BLUE", "press:\nFair enough.\n")
    assert consent(by_consent, NAME, "BLUE", NOW) is not None
    run(by_consent)
    assert bodies(by_consent, "played", "red-fight")[1]["press"] == [["BLUE", "Fair enough."]]
    assert verify(by_consent).is_good


# -- forgers --------------------------------------------------------------------------------------------------


def _declined_first(drafts: list[Draft]) -> None:
    at = last(drafts, "consented")
    drafts.insert(at, Draft("declined", drafts[at].body))


def _twice(kind: str) -> Change:
    return lambda drafts: drafts.insert(last(drafts, kind), drafts[last(drafts, kind)])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (drop("proposed"), "answered a proposal that is not open"),
        (drop("proposed"), "a step was amended without the consent of all sides"),
        (drop("consented"), "a step was amended without the consent of all sides"),
        (_twice("proposed"), "an amendment was proposed while the one in entry"),
        (_twice("consented"), "BLUE had already consented"),
        (_declined_first, "answered a proposal that is not open"),
        (change_of("consented", side="RED"), "RED had already consented"),
        (change_of("consented", side="GREEN"), "there is no side GREEN"),
        (change_of("consented", proposal=3), "BLUE answered a proposal that is not open"),
        (change_of("proposed", side="GREEN"), "GREEN proposed an amendment"),
        (change_of("proposed", taken_back=[]), "`taken_back` is recorded as []"),
        (change_of("proposed", dice={"stay": sorted(DICE), "anew": []}), "`dice` is recorded as"),
        (change_of("amended", dice={"stay": sorted(DICE), "anew": []}), "`dice` is recorded as"),
        (change_of("amended", takes={"orders": {"red-fight": ["hit 0203"]}}), "not the one the sides consented to"),
        (change_of("amended", who="Bruno"), "not the one the sides consented to"),
        (change_of("amended", taken_back=["t1/red-move"]), "`taken_back` is recorded as"),
        (change_of("played", kept=["hit on 0203"]), "`kept` is recorded as"),
    ],
)
def test_verify_finds_a_false_amendment(by_consent: Store, change: Change, says: str) -> None:
    amended(by_consent, "hit 0103\n")
    consent(by_consent, NAME, "BLUE", NOW)
    run(by_consent)
    entries = by_consent.entries("field-1")
    assert faults_of(entries, lambda drafts: None) == []
    assert any(says in what for what in faults_of(entries, change))


@pytest.mark.parametrize(("rewind", "says"), [
    ("never", "a step was amended, but the players agreed never to do so"),
    ("consent", "a step was amended without the consent of all sides"),
])  # fmt: skip
def test_a_moderators_amendment_counts_only_where_that_was_agreed_on(store: Store, rewind: str, says: str) -> None:
    amended(store, "hit 0103\n")

    def otherwise(drafts: list[Draft]) -> None:
        opened = drafts[0].body
        drafts[0] = Draft("opened", {**opened, "dice": {**opened["dice"], "rewind": rewind}})

    assert says in faults_of(store.entries("field-1"), otherwise)


def test_an_undo_counts_only_where_that_was_agreed_on(store: Store) -> None:
    undo(store, NAME, "why", "Mo", NOW)

    def otherwise(drafts: list[Draft]) -> None:
        opened = drafts[0].body
        drafts[0] = Draft("opened", {**opened, "dice": {**opened["dice"], "rewind": "consent"}})

    assert "a step was taken back, but the players agreed on: consent" in faults_of(store.entries("field-1"), otherwise)


def test_the_file_of_a_proposal_is_kept_even_if_nothing_came_of_it(by_consent: Store, tmp_path: Path) -> None:
    receipt = amended(by_consent, "hit 0103\n")
    decline(by_consent, NAME, "BLUE", NOW)
    assert verify(by_consent).is_good
    by_consent.close()
    raw = sqlite3.connect(tmp_path / "pbem.db")
    raw.execute("DROP TRIGGER submission_never_delete")
    raw.execute("DELETE FROM submission WHERE sha256 = ?", (receipt.sha256,))
    raw.commit()
    raw.close()
    faults = verify(open_store(str(tmp_path / "pbem.db"))).faults
    assert [(fault.seq, fault.what) for fault in faults] == [(receipt.seq, "the file as received is missing")]
