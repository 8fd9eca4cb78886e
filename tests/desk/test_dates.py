"""Dates beside test_overdue.py: orders that never came, links behind their date, rounds that follow a new date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.overdue import extend, name_overdue
from pbem.desk.record.terms import GRACE, agreed
from pbem.desk.replay.verify import verify
from pbem.desk.views.history import history
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice.drand import iso_of, seconds_of
from pbem.dice.judging import judge_post
from pbem.errors import Illegal, UsageError
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.amends import bodies
from tests.desk.beacons import DAY, REAL, accepted, from_vectors, give, moment, open_with, opening
from tests.desk.forging import Change, add, altered, change_of, drop, faults_of, last
from tests.desk.helpers import NAME
from tests.desk.two_stores import head, mail, two_stores, waiting_for_blue

Stores = tuple[Store, Store]
DUE = moment(REAL, -GRACE)  # a round that stands in falls a day behind the date that was missed
START = moment(REAL, -GRACE - 3 * DAY)
LATE = moment(REAL, -GRACE + 60)


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    """A round stands in for Blue's link if it does not come by DUE."""
    return waiting_for_blue(tmp_path, agreed("chain", days=3, refusal="beacon"), START)


@pytest.fixture
def moderated(tmp_path: Path) -> Store:
    """Red has bid, Blue has not; who lets his date pass has lost."""
    store = open_with(tmp_path / "pbem.db", agreed("seed", days=3, refusal="forfeit"), START)
    accepted(store, "RED", "bid 3\n", START, step="bid")
    return store


# -- orders that do not come ----------------------------------------------------------------------------------


def test_a_moderator_names_who_has_sent_no_orders_and_the_game_is_over(moderated: Store) -> None:
    missed = name_overdue(moderated, NAME, LATE)
    assert (missed.side, missed.what, missed.due) == ("BLUE", "orders for bid, turn 1", DUE)
    assert missed.as_json()["consequence"] == "forfeit"
    assert (
        history(moderated, NAME)[-1].text
        == f"Blue Army missed the deadline of {DUE} for orders for bid, turn 1: forfeit"
    )
    for body, step in (("bid 2\n", "bid"), ("move:\ngo B1 0104\n", "")):
        problem = give(moderated, "BLUE", body, LATE, step=step).problems[0]
        assert (problem.why, problem.advice) == ("the game is over", "open a new campaign")
    assert verify(moderated).is_good


def test_a_moderator_gives_a_new_date_as_often_as_he_likes(moderated: Store) -> None:
    extend(moderated, NAME, LATE)
    assert extend(moderated, NAME, moment(REAL, 30 * DAY)) == moment(REAL, 33 * DAY)
    accepted(moderated, "BLUE", "bid 2\n", moment(REAL, 31 * DAY), step="bid")
    assert adjudicate(moderated, NAME, moment(REAL, 31 * DAY)).ran
    assert verify(moderated).is_good


@pytest.mark.parametrize(("hours", "more"), [(0, 3 * DAY), (12, 12 * 3600), (48, 2 * DAY)])
def test_a_date_is_moved_by_a_length_also_before_it_has_passed(moderated: Store, hours: int, more: int) -> None:
    before = status(moderated, NAME).due
    assert extend(moderated, NAME, START, hours) == iso_of(seconds_of(before) + more)
    assert status(moderated, NAME).due == iso_of(seconds_of(before) + more)
    assert verify(moderated).is_good


@pytest.mark.parametrize("hours", [-1, 366 * 24 + 1])
def test_a_length_that_nobody_means_is_refused(moderated: Store, hours: int) -> None:
    with pytest.raises(UsageError, match="a date is moved on by 1 hour to 366 days"):
        extend(moderated, NAME, START, hours)


def test_status_says_who_is_overdue(moderated: Store) -> None:
    due = status(moderated, NAME).due
    assert status(moderated, NAME, now=due).overdue == ()
    late = status(moderated, NAME, now=LATE)
    assert late.overdue == tuple(debt.side for debt in late.waiting if debt.side)
    assert late.overdue
    assert late.as_json()["overdue"] == list(late.overdue)


def test_between_two_stores_there_may_be_no_dates_either(tmp_path: Path) -> None:
    red, _ = waiting_for_blue(tmp_path, agreed("chain"), START)
    for act in (name_overdue, extend):
        with pytest.raises(UsageError, match="the campaign has no deadlines, so no one can be late"):
            act(red, NAME, moment(REAL, 999 * DAY))


# -- a link that comes late -----------------------------------------------------------------------------------


def test_a_link_that_comes_after_he_was_named_comes_too_late(stores: Stores) -> None:
    """Else he could wait for the round, and send his link only if he likes the dice better so."""
    red, blue = stores
    name_overdue(red, NAME, LATE)
    adjudicate(blue, NAME, moment(REAL))
    text, before = export_turn(blue, NAME, moment(REAL)).text, head(red)
    with pytest.raises(Illegal, match="the turn file continues from another position"):
        import_turn(red, text.encode(), moment(REAL))
    assert head(red) == before


def test_where_waiting_was_agreed_on_he_may_still_go_on(tmp_path: Path) -> None:
    red, blue = waiting_for_blue(tmp_path, agreed("chain", days=3), START)
    assert name_overdue(red, NAME, LATE).seq == 0
    adjudicate(blue, NAME, LATE)
    mail(blue, red, LATE)
    assert status(red, NAME).step == "red-fight"
    assert verify(red, NAME).is_good


def test_the_next_dice_need_his_link_again(stores: Stores) -> None:
    red, blue = stores
    name_overdue(red, NAME, LATE)
    adjudicate(red, NAME, moment(REAL), from_vectors)
    accepted(red, "RED", "hit 0203\n", moment(REAL), step="fight")
    adjudicate(red, NAME, moment(REAL))
    assert [debt.what for debt in status(red, NAME).waiting] == ["link 3 of its dice chain"]
    mail(red, blue, moment(REAL))
    adjudicate(blue, NAME, moment(REAL))
    assert set(bodies(blue, "asked", "red-fight")[0]["secrets"]["3"]) == {"RED", "BLUE", "salt"}
    mail(blue, red, moment(REAL))
    assert head(red) == head(blue)
    assert verify(red, NAME).is_good


# -- a new date and its round ---------------------------------------------------------------------------------


def test_a_new_date_before_the_orders_are_sealed_brings_another_round_and_epoch(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path, agreed("chain+beacon"), opening(657_413))
    mail(blue, red, opening(657_413))
    accepted(red, "RED", "bid 3\n", opening(657_413), step="bid")
    mail(red, blue, opening(657_413))
    assert extend(red, NAME, opening()) == moment(REAL, -15 * 60)
    place = status(red, NAME)
    assert place.named == {"chain": "quicknet", "round": REAL, "time": moment(REAL)}
    assert (place.pen, place.next_epoch) == ("RED", 2)  # a round that was named for an epoch is not changed
    mail(red, blue, opening())
    assert head(blue) == head(red)
    assert verify(blue, NAME).is_good


def test_a_sealed_step_keeps_its_round(tmp_path: Path) -> None:
    """Red would else give a new date whenever he does not like the round that has fallen."""
    red, blue = waiting_for_blue(tmp_path, agreed("chain+beacon"), opening())
    extend(red, NAME, moment(REAL, 60))
    place = status(red, NAME)
    assert place.named is not None
    assert (place.named["round"], place.next_epoch, place.due) == (REAL, 2, moment(REAL, 60 + 3 * DAY))
    mail(red, blue, moment(REAL, 60))
    assert [ran.label for ran in adjudicate(blue, NAME, moment(REAL, 60), from_vectors).ran] == ["t1/red-move"]
    post = judge_post(report(blue, NAME, "t1/red-move").text)
    assert (post.verdict, post.beacons[0]["signature"]) == ("consistent", "genuine")
    assert verify(blue, NAME).is_good


# -- forgers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_of("missed", by=""), "nobody has no right to declare a missed deadline"),
        (change_of("missed", by="BLUE"), "BLUE is late as well"),
        (add("extended", at=LATE, by="RED", due=moment(REAL, DAY)), "does not match the length of the extension"),
        (add("extended", at=LATE, by="BLUE", due=moment(REAL, 2 * DAY + 60)), "BLUE is late as well"),
        (add("extended", at=LATE, by="GREEN", due=moment(REAL, 2 * DAY + 60)), "GREEN has no right"),
        (drop("missed"), "drand owes nothing to the dice"),
        (drop("missed"), "the dice of epoch 2 were rolled without the contribution of BLUE"),
    ],
)
def test_verify_finds_a_false_date_between_two_stores(stores: Stores, change: Change, says: str) -> None:
    red, _ = stores
    name_overdue(red, NAME, LATE)
    entries = red.entries("field-1")
    if "dice" in says:
        adjudicate(red, NAME, moment(REAL), from_vectors)
        entries = red.entries("field-1")
    assert faults_of(entries, lambda drafts: None) == []
    assert any(says in what for what in faults_of(entries, change))


def test_one_of_two_who_are_late_is_not_named_as_the_loser(moderated: Store) -> None:
    name_overdue(moderated, NAME, LATE)
    assert "only BLUE is declared late, but others are late as well" in faults_of(
        moderated.entries("field-1"), drop("submitted")
    )


def _instead(**body: Any) -> Change:
    """A new date in the place of the naming."""

    def change(drafts: list[Draft]) -> None:
        drafts[last(drafts, "missed")] = Draft("extended", body)

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_instead(at=LATE, by="BLUE", due=moment(REAL, 2 * DAY + 60)), "it was not written by RED"),
        (_instead(at=LATE, by="RED", due=moment(REAL, 9 * DAY)), "does not match the length of the extension"),
        (_instead(at=START, by="RED", due=DUE), "does not match the length of the extension"),
        (_instead(at=moment(REAL, DAY), by="RED", due=moment(REAL, 4 * DAY)), "compare the clocks"),
    ],
)
def test_a_turn_file_with_a_false_new_date_is_refused(stores: Stores, change: Change, says: str) -> None:
    red, blue = stores
    name_overdue(red, NAME, LATE)
    text, before = export_turn(red, NAME, LATE).text, head(blue)
    with pytest.raises(Illegal, match=says):
        import_turn(blue, altered(text, change), LATE)
    assert head(blue) == before
    good = _instead(at=LATE, by="RED", due=moment(REAL, 2 * DAY + 60))
    assert import_turn(blue, altered(text, good), LATE).entries


def test_nobody_is_named_for_what_he_has_sent(tmp_path: Path) -> None:
    """Blue's link is in the record: a cheat who names him all the same is found."""
    red, blue = waiting_for_blue(tmp_path, agreed("chain", days=3, refusal="forfeit"), START)
    adjudicate(blue, NAME, START)
    mail(blue, red, START)
    body = {"at": LATE, "side": "BLUE", "by": "RED", "what": "link 1", "due": DUE, "consequence": "forfeit"}
    text = export_turn(red, NAME, LATE).text
    with pytest.raises(Illegal, match="RED is late as well"):  # it is Red who owes orders now
        import_turn(blue, altered(text, add("missed", **body)), LATE)
    found = faults_of(red.entries("field-1"), add("missed", **body))
    assert "BLUE owes nothing for which `forfeit` was agreed" in found
