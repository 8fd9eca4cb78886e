"""Consent between two stores: proposals and answers go by turn files, and a forged one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.amending import amend, proposed
from pbem.desk.consenting import consent, decline
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.replay.verify import verify
from pbem.desk.views.past import position_at
from pbem.desk.views.status import status
from pbem.errors import Illegal, UsageError
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.amends import bodies, is_proven, rolls, said
from tests.desk.copies import copied
from tests.desk.forging import Change, add, altered, change_of, drop, faults_of, last
from tests.desk.helpers import NAME, NOW, order_file
from tests.desk.two_stores import after_bids, give, head, mail, run, two_stores

Stores = tuple[Store, Store]

BACK = {"turn": 1, "step": "red-move", "seq": 2}


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    """Both have bid; two units of Red have gone, one of them by a die; Red has the pen."""
    blue, red = copied(tmp_path, ("two gone",), _two_gone)
    return red, blue


def _two_gone(folder: Path) -> Stores:
    red, blue = two_stores(folder, turns="2")
    after_bids(red, blue)
    give(red, "RED", "go R2 0301\ngo R1 0201\nfight:\ndone\n", step="move")
    run(red)
    mail(red, blue)
    run(blue)
    assert status(blue, NAME).step == "blue-move"
    mail(blue, red)
    return red, blue


MOVE = order_file("RED", "go R2 0301\n", step="move")


def propose(red: Store, data: bytes = MOVE) -> Receipt:
    return amend(red, NAME, "R1 was not to go", data, "Rosa", NOW)


def test_a_proposal_and_its_consent_go_by_turn_files(stores: Stores) -> None:
    red, blue = stores
    before = rolls(bodies(red, "played", "red-move")[0])
    assert propose(red).is_accepted
    mail(red, blue)
    assert [debt.what.split(" (")[0] for debt in status(blue, NAME).waiting] == [
        "consent to the amendment of t1/red-move"
    ]
    assert said(proposed(blue, NAME, NOW), "dice that stay valid: ") == "R2 enters 0301"
    assert consent(blue, NAME, "", NOW) is not None
    assert [ran.label for ran in run(blue).ran] == ["t1/red-move"]  # no new dice, so no link is needed
    mail(blue, red)
    assert rolls(bodies(red, "played", "red-move")[1]) == before
    assert position_at(red, NAME).units["R1"].place == "0101"
    assert head(red) == head(blue)
    for store in stores:
        assert verify(store, NAME).is_good
    is_proven(red, "t1/red-move")


def test_new_dice_need_new_links_of_both(stores: Stores) -> None:
    red, blue = stores
    propose(red, order_file("RED", "go R1 0201\nfight:\nhit 0203\n", step="move"))
    mail(red, blue)
    consent(blue, NAME, "BLUE", NOW)
    assert [ran.label for ran in run(blue).ran] == ["t1/red-move"]
    assert [debt.party for debt in status(blue, NAME).waiting] == ["RED"]
    mail(blue, red)
    run(red)
    epochs = {epoch for _, epoch in rolls(bodies(red, "asked", "red-fight")[0]).values()}
    assert epochs == {3}
    assert set(bodies(red, "asked", "red-fight")[0]["secrets"]["3"]) == {"RED", "BLUE", "salt"}
    assert verify(red, NAME).is_good


def test_a_refusal_goes_by_turn_file_too(stores: Stores) -> None:
    red, blue = stores
    propose(red)
    mail(red, blue)
    assert decline(blue, NAME, "", NOW) == "t1/red-move"
    give(blue, "BLUE", "done\n", step="move")
    mail(blue, red)
    assert position_at(red, NAME).units["R2"].place == position_at(blue, NAME).units["R2"].place
    assert head(red) == head(blue)
    assert verify(red, NAME).is_good


def test_a_side_proposes_for_itself_only(stores: Stores) -> None:
    red, _ = stores
    before = head(red)
    receipt = propose(red, order_file("BLUE", "bid 9\n", step="bid"))
    assert "a side proposes other orders for itself only" in receipt.problems[0].why
    assert receipt.problems[0].advice == "ask the other side to propose it"
    assert head(red) == before


def test_nobody_speaks_for_the_other_side_or_out_of_turn(stores: Stores) -> None:
    red, blue = stores
    propose(red)
    with pytest.raises(UsageError, match="this store speaks only for RED; BLUE must consent in their own"):
        consent(red, NAME, "BLUE", NOW)
    with pytest.raises(UsageError, match="Red Army writes next"):
        consent(blue, NAME, "", NOW)
    mail(red, blue)
    with pytest.raises(UsageError, match="Blue Army writes next"):
        decline(red, NAME, "", NOW)
    with pytest.raises(UsageError, match="this store speaks only for BLUE"):
        decline(blue, NAME, "RED", NOW)


def test_what_was_proposed_is_worked_out_again_before_it_is_consented_to(stores: Stores) -> None:
    """The file says one thing, the entry another: whoever consents would else consent to what he has not seen."""
    red, blue = stores
    propose(red)
    text = export_turn(red, NAME, NOW).text
    with pytest.raises(Illegal, match="`takes` is not what the file as received says"):
        import_turn(blue, altered(text, _other_orders), NOW)


def _other_orders(drafts: list[Draft]) -> None:
    at = last(drafts, "proposed")
    body = dict(drafts[at].body)
    drafts[at] = Draft("proposed", {**body, "takes": {"orders": {"red-move": ["go R2 0301", "go R2 0301"]}}})


# -- forgers --------------------------------------------------------------------------------------------------


def _for_blue(drafts: list[Draft]) -> None:
    """Red consents in Blue's name and carries it out at once."""
    at = last(drafts, "proposed")
    body = dict(drafts[at].body)
    drafts.insert(at + 1, Draft("consented", {"at": NOW, "side": "BLUE", "proposal": 0}))
    drafts.insert(at + 2, Draft("amended", body))


def _at_once(drafts: list[Draft]) -> None:
    """Red amends without asking."""
    at = last(drafts, "proposed")
    file = {"sender": "", "verdict": "accepted", "header": {}, "problems": []}
    drafts[at] = Draft("amended", {**drafts[at].body, **file})


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_for_blue, "it speaks for BLUE"),
        (_at_once, "a step was amended without the consent of all sides"),
        (change_of("proposed", side="BLUE"), "it speaks for BLUE"),
        (change_of("proposed", dice={"stay": [], "anew": ["R2 enters 0301"]}), "`dice` is recorded as"),
        (change_of("proposed", taken_back=["t1/red-move"]), "`taken_back` is recorded as"),
        (change_of("proposed", back={"turn": 1, "step": "red-move", "seq": 2}), "is no step that can be taken back"),
        (add("undone", at=NOW, who="Rosa", reason="x", back=BACK, taken_back=[]), "has no place in a turn file"),
        (add("declined", at=NOW, side="BLUE", proposal=0), "it speaks for BLUE"),
        (add("declined", at=NOW, side="RED", proposal=2), "answers a proposal that is not open"),
        (add("consented", at=NOW, side="GREEN", proposal=2), "it speaks for GREEN"),
        (change_of("proposed", sha256="0" * 64), "names a file as received that did not come along"),
    ],
)  # fmt: skip
def test_a_turn_file_with_a_false_proposal_is_refused(stores: Stores, change: Change, says: str) -> None:
    red, blue = stores
    propose(red)
    text, before = export_turn(red, NAME, NOW).text, head(blue)
    with pytest.raises(Illegal, match=says):
        import_turn(blue, altered(text, change), NOW)
    assert head(blue) == before
    assert import_turn(blue, text.encode(), NOW).entries


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_of("amended", takes={"orders": {"red-move": ["go R2 0202"]}}), "is not the one that was consented to"),
        (change_of("amended", reason="another"), "is not the one that was consented to"),
        (change_of("amended", dice={"stay": [], "anew": []}), "is not the one that was consented to"),
        (drop("consented"), "without the consent of all sides"),
        (change_of("consented", proposal=1), "answers a proposal that is not open"),
        (change_of("consented", side="RED"), "it speaks for RED"),
    ],
)
def test_a_turn_file_with_a_false_amendment_is_refused(stores: Stores, change: Change, says: str) -> None:
    red, blue = stores
    propose(red)
    mail(red, blue)
    consent(blue, NAME, "", NOW)
    text, before = export_turn(blue, NAME, NOW).text, head(red)
    with pytest.raises(Illegal, match=says):
        import_turn(red, altered(text, change), NOW)
    assert head(red) == before
    assert import_turn(red, text.encode(), NOW).entries


def test_a_false_link_cannot_come_in_by_an_amendment(stores: Stores) -> None:
    """A link that does not fit the anchor would let its maker choose all his later ones."""
    red, blue = stores
    propose(red)
    mail(red, blue)
    consent(blue, NAME, "", NOW)

    def poisoned(drafts: list[Draft]) -> None:
        for kind in ("proposed", "amended"):
            at = last(drafts, kind)
            takes = {**drafts[at].body["takes"], "link": [40, "ab" * 32]}
            drafts[at] = Draft(kind, {**drafts[at].body, "takes": takes})

    assert "link 40 of RED does not fit its anchor" in faults_of(blue.entries("field-1"), poisoned)
