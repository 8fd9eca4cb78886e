"""Dates that pass: who keeps back his link is named, what follows was agreed, and nobody gains by naming falsely."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.amending import amend
from pbem.desk.consenting import decline
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.overdue import extend, name_overdue
from pbem.desk.record.terms import GRACE, agreed
from pbem.desk.replay.verify import verify
from pbem.desk.views.history import history
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice.judging import judge_post
from pbem.errors import Illegal, UsageError
from pbem.store import open_store
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.beacons import DAY, OTHER, REAL, accepted, from_vectors, moment, open_with
from tests.desk.copies import copied
from tests.desk.forging import Change, altered, change_of, faults_of
from tests.desk.helpers import NAME, order_file
from tests.desk.links import anchor_of, link_of
from tests.desk.two_stores import head, mail, two_stores, waiting_for_blue

# A step that opens at START is due at DUE; a day later falls the round that stands in for a link.
START, DUE, LATE = moment(REAL, -GRACE - 3 * DAY), moment(REAL, -GRACE), moment(REAL, -GRACE + 60)


def kept_back(path: Path, refusal: str, mode: str = "chain") -> Store:
    """A moderator keeps the campaign; Red's move is sealed with his link, and Blue owes his."""
    return copied(path, ("kept back", refusal, mode), lambda folder: [_kept_back(folder, refusal, mode)])[0]


def _kept_back(path: Path, refusal: str, mode: str) -> Store:
    store = open_with(path / "pbem.db", agreed(mode, days=3, refusal=refusal), START)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", START, header={"anchor": anchor_of(side)})
    link = {"link": f"1 {link_of('RED', 1)}"}
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\n", START, step="bid", header=link)
    accepted(store, "BLUE", "bid 2\n", START, step="bid")
    adjudicate(store, NAME, START)
    return store


def by_turns(path: Path, refusal: str, mode: str = "chain") -> tuple[Store, Store]:
    """Two stores; Red's move is sealed with his link and was handed to Blue, who owes his."""
    return waiting_for_blue(path, agreed(mode, days=3, refusal=refusal), START)


# -- what was agreed ------------------------------------------------------------------------------------------


def test_to_wait(tmp_path: Path) -> None:
    store = kept_back(tmp_path, "wait")
    before = head(store)
    missed = name_overdue(store, NAME, LATE)
    assert (missed.side, missed.what, missed.due) == ("BLUE", "link 1 of its dice chain", DUE)
    assert (missed.consequence, missed.seq) == ("wait", 0)
    assert head(store) == before  # he is named, and can still go on


def test_to_lose(tmp_path: Path) -> None:
    store = kept_back(tmp_path, "forfeit")
    missed = name_overdue(store, NAME, LATE)
    assert missed.consequence == "forfeit"
    place = status(store, NAME)
    assert (place.is_over, place.step) == (True, "forfeit")
    assert (
        history(store, NAME)[-1].text == f"Blue Army missed the deadline of {DUE} for link 1 of its dice chain: forfeit"
    )
    assert verify(store, NAME).is_good
    assert adjudicate(store, NAME, LATE).is_over
    with pytest.raises(UsageError, match="no one else owes anything"):
        name_overdue(store, NAME, LATE)


@pytest.mark.parametrize("mode", ["chain", "seed+chain"])
def test_a_round_stands_in_for_the_link(tmp_path: Path, mode: str) -> None:
    store = kept_back(tmp_path, "beacon", mode)
    missed = name_overdue(store, NAME, LATE)
    assert missed.named == ("quicknet", REAL, moment(REAL))
    assert [debt.party for debt in status(store, NAME).waiting if debt.party != "moderator"] == ["drand"]
    assert not adjudicate(store, NAME, LATE, from_vectors).ran  # the round has not fallen
    assert [ran.label for ran in adjudicate(store, NAME, moment(REAL), from_vectors).ran] == ["t1/red-move"]
    assert set(store.entries("field-1")[-1].values()["secrets"]["1"]) == {"RED", "drand", "salt", *_moderator(mode)}
    assert verify(store, NAME).is_good
    post = judge_post(report(store, NAME, "t1/red-move").text)
    assert {status_ for game in post.games for status_ in game.status.values()} == {"consistent"}  # never called proven
    assert list(post.games[0].absent) == [(1, "BLUE")]


def _moderator(mode: str) -> list[str]:
    return ["moderator"] if "seed" in mode else []


def test_who_was_named_goes_on_with_the_next_epoch(tmp_path: Path) -> None:
    store = kept_back(tmp_path, "beacon")
    name_overdue(store, NAME, LATE)
    adjudicate(store, NAME, moment(REAL), from_vectors)
    now = moment(REAL)
    accepted(store, "BLUE", "standing:\nprefer run\n", now, header={"link": f"2 {link_of('BLUE', 2)}"})
    accepted(store, "RED", "hit 0203\n", now, step="fight", header={"link": f"2 {link_of('RED', 2)}"})
    assert [ran.label for ran in adjudicate(store, NAME, now).ran] == ["t1/red-fight"]
    assert set(store.entries("field-1")[-1].values()["secrets"]["2"]) == {"RED", "BLUE", "salt"}
    assert verify(store, NAME).is_good


def test_a_round_does_not_stand_in_for_orders(tmp_path: Path) -> None:
    store = open_with(tmp_path / "pbem.db", agreed("chain", days=3, refusal="beacon"), START)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", START, header={"anchor": anchor_of(side)})
    accepted(store, "RED", "bid 3\n", START, step="bid")
    assert name_overdue(store, NAME, LATE).consequence == "wait"


def test_the_round_that_stands_in_replaces_the_one_that_was_named(tmp_path: Path) -> None:
    """With chain+beacon the named round may be known when the side is named: another one decides."""
    start = moment(657_413, -15 * 60 - 3 * DAY)
    store = open_with(tmp_path / "pbem.db", agreed("chain+beacon", days=3, refusal="beacon"), start)
    for side in ("RED", "BLUE"):
        accepted(store, side, "", start, header={"anchor": anchor_of(side)})
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\n", start, step="bid", header={"link": f"1 {link_of('RED', 1)}"})
    accepted(store, "BLUE", "bid 2\n", start, step="bid")
    adjudicate(store, NAME, start)
    opening_post = report(store, NAME).text
    assert judge_post(opening_post).games[0].named == {1: ("quicknet", 657_413)}
    extend(store, NAME, moment(REAL, -GRACE - 3 * DAY))
    name_overdue(store, NAME, LATE)
    adjudicate(store, NAME, moment(REAL), from_vectors)
    parts = store.entries("field-1")[-1].values()["secrets"]["1"]
    assert parts["drand"]["round"] == REAL
    assert verify(store, NAME).is_good
    both = judge_post(opening_post + report(store, NAME, "t1/red-move").text)
    assert (both.verdict, both.faults) == ("consistent", [])


# -- when nobody can be named ---------------------------------------------------------------------------------


def test_before_the_date_nobody_is_late(tmp_path: Path) -> None:
    store = kept_back(tmp_path, "forfeit")
    with pytest.raises(UsageError, match=f"the deadline has not passed: link 1 of its dice chain is due by {DUE}"):
        name_overdue(store, NAME, DUE)


def test_without_dates_nobody_is_late(tmp_path: Path) -> None:
    store = open_with(tmp_path / "pbem.db", agreed("seed"), START)
    with pytest.raises(UsageError, match="the campaign has no deadlines, so no one can be late: `pbem new --days`"):
        name_overdue(store, NAME, LATE)


def test_where_both_are_late_none_has_lost(tmp_path: Path) -> None:
    store = open_with(tmp_path / "pbem.db", agreed("seed", days=3, refusal="forfeit"), START)
    with pytest.raises(UsageError, match="Red Army and Blue Army are both late, so neither has lost"):
        name_overdue(store, NAME, LATE)
    accepted(store, "RED", "bid 3\n", START, step="bid")
    assert name_overdue(store, NAME, LATE).side == "BLUE"


def test_who_is_late_himself_names_nobody(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path, agreed("chain", days=3, refusal="forfeit"), START)
    mail(blue, red, START)
    for act in (name_overdue, extend):
        with pytest.raises(UsageError, match="you are late yourself"):
            act(red, NAME, LATE)


def test_the_round_that_stands_in_must_not_be_known_when_the_side_is_named(tmp_path: Path) -> None:
    """Else one could look whether it suits, and be patient if it does not."""
    store = kept_back(tmp_path, "beacon")
    with pytest.raises(UsageError, match=rf"round {REAL}, which would replace the link, came out at .*`pbem extend`"):
        name_overdue(store, NAME, moment(REAL, 1))


# -- a new date -----------------------------------------------------------------------------------------------


def test_a_new_date_for_a_link_changes_neither_orders_nor_epoch(tmp_path: Path) -> None:
    store = kept_back(tmp_path, "beacon")
    due = extend(store, NAME, LATE)
    assert due == moment(REAL, -GRACE + 60 + 3 * DAY)
    place = status(store, NAME)
    assert (place.due, place.next_epoch, place.waiting[0].what) == (due, 1, "link 1 of its dice chain")
    accepted(store, "BLUE", "", LATE, header={"link": f"1 {link_of('BLUE', 1)}"})
    assert adjudicate(store, NAME, LATE).ran
    assert verify(store, NAME).is_good


def red_owes(path: Path) -> Store:
    """Red has to fight next, by the date; who is late loses."""
    store = kept_back(path, "forfeit")
    accepted(store, "BLUE", "", START, header={"link": f"1 {link_of('BLUE', 1)}"})
    adjudicate(store, NAME, START)
    assert [debt.side for debt in status(store, NAME).waiting] == ["RED"]
    return store


def test_a_proposal_is_no_reason_to_name_the_other(tmp_path: Path) -> None:
    """Nor is the time that it took him to refuse it."""
    store = red_owes(tmp_path)
    assert amend(store, NAME, "I meant 5", order_file("BLUE", "bid 5\n", step="bid"), "Bruno", START).is_accepted
    with pytest.raises(UsageError, match="what the game is waiting for has no deadline: consent to the amendment"):
        name_overdue(store, NAME, LATE)
    decline(store, NAME, "RED", LATE)
    with pytest.raises(UsageError, match="the deadline has not passed"):
        name_overdue(store, NAME, LATE)
    assert verify(store, NAME).is_good


@pytest.mark.parametrize("by", ["RED", "BLUE"])
def test_nobody_gains_time_by_a_proposal_of_his_own(tmp_path: Path, by: str) -> None:
    store = red_owes(tmp_path)
    amend(store, NAME, "let me think", order_file("RED", "bid 5\n", step="bid"), "Anna", START)
    decline(store, NAME, by, LATE)
    assert (status(store, NAME).due, name_overdue(store, NAME, LATE).side) == (DUE, "RED")


# -- between two stores ---------------------------------------------------------------------------------------


def test_the_named_side_takes_the_file_in_and_goes_on(tmp_path: Path) -> None:
    red, blue = by_turns(tmp_path, "beacon")
    name_overdue(red, NAME, LATE)
    assert status(red, NAME).pen == "RED"
    adjudicate(red, NAME, moment(REAL), from_vectors)
    mail(red, blue, moment(REAL))
    assert head(red) == head(blue)
    assert status(blue, NAME).played[-1] == "t1/red-move"
    assert verify(blue, NAME).is_good


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_of("missed", at=DUE), f"BLUE is named at {DUE}, before its date {DUE}"),
        (change_of("missed", side="RED"), "RED owes nothing for which `beacon` was agreed on"),
        (change_of("missed", by="BLUE"), "it was not written by RED"),
        (change_of("missed", consequence="forfeit"), "BLUE owes nothing for which `forfeit` was agreed on"),
        (change_of("missed", consequence="wait"), "BLUE owes nothing for which `wait` was agreed on"),
        (
            change_of("missed", named={"chain": "quicknet", "round": OTHER, "time": moment(OTHER)}),
            "the round that stands in is not the one that the agreement gives",
        ),
        (change_of("missed", at=moment(REAL, 1)), f"when round {REAL} was known already"),
        (change_of("missed", at=moment(REAL, 999)), "compare the clocks"),
        (change_of("missed"), ""),
    ],
)
def test_a_false_naming_is_refused(tmp_path: Path, change: Change, says: str) -> None:
    red, blue = by_turns(tmp_path, "beacon")
    name_overdue(red, NAME, LATE)
    text = altered(export_turn(red, NAME, LATE).text, change)
    if not says:
        assert import_turn(blue, text, LATE).entries
        return
    with pytest.raises(Illegal) as refused:
        import_turn(blue, text, moment(REAL, 2))
    assert says in str(refused.value)


def test_nobody_is_named_by_a_clock_that_runs_ahead(tmp_path: Path) -> None:
    """Red dates his naming in the future; Blue's own clock says that there is time."""
    red, blue = by_turns(tmp_path, "forfeit")
    name_overdue(red, NAME, LATE)
    with pytest.raises(Illegal, match=rf"it is dated {LATE}, and it is {START} here: compare the clocks"):
        import_turn(blue, export_turn(red, NAME, LATE).text.encode(), START)


def test_a_side_cannot_give_up_its_own_link(tmp_path: Path) -> None:
    """Blue knows the dice first. He would trade a bad throw for a round that he does not know."""
    red, blue = by_turns(tmp_path, "beacon")
    with pytest.raises(UsageError, match="no one else owes anything"):
        name_overdue(blue, NAME, LATE)

    def naming(drafts: list[Draft]) -> None:
        named = {"chain": "quicknet", "round": REAL, "time": moment(REAL)}
        body = {"at": LATE, "side": "BLUE", "by": "BLUE", "what": "", "due": DUE, "consequence": "beacon"}
        drafts.insert(-1, Draft("missed", {**body, "named": named}))

    text = altered(export_turn(blue, NAME, LATE).text, naming)
    with pytest.raises(Illegal, match="BLUE is late itself"):
        import_turn(red, text, LATE)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_of("extended", by="RED"), "RED has no right to name others or to move dates"),
        (change_of("extended", at=START), "is not the one that the length gives"),
        (change_of("extended", due=moment(REAL)), "is not the one that the length gives"),
        (change_of("extended", hours=5), "is not the one that the length gives"),
        (change_of("extended", hours=10**6), "the date is moved by 1000000 hours"),
    ],
)
def test_a_false_date_in_a_record_is_found(tmp_path: Path, change: Change, says: str) -> None:
    store = kept_back(tmp_path, "wait")
    extend(store, NAME, LATE)
    assert any(says in what for what in faults_of(store.entries("field-1"), change))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_of("missed", by="RED"), "RED has no right to name others"),
        (change_of("missed", side="RED"), "RED owes nothing for which `forfeit`"),
        (change_of("missed", at=START), "before its date"),
    ],
)
def test_a_false_naming_in_a_record_is_found(tmp_path: Path, change: Change, says: str) -> None:
    store = kept_back(tmp_path, "forfeit")
    name_overdue(store, NAME, LATE)
    assert any(says in what for what in faults_of(store.entries("field-1"), change))


# -- records that have parted ---------------------------------------------------------------------------------


def test_a_turn_file_that_crossed_a_new_date_is_sorted_out_in_a_new_store(tmp_path: Path) -> None:
    """Blue has answered when Red moves the date: neither takes the other's file. Red has shown no link since."""
    red, blue = by_turns(tmp_path, "wait")
    adjudicate(blue, NAME, LATE)
    extend(red, NAME, LATE)
    with pytest.raises(Illegal, match=r"parts from this one at entry \d+(.|\n)*--instead-of OLD"):
        mail(red, blue, LATE)
    with pytest.raises(Illegal, match="continues from another position"):
        mail(blue, red, LATE)
    whole = export_turn(blue, NAME, LATE, since=0).text.encode()
    new = open_store(str(tmp_path / "new.db"), create=True)
    with pytest.raises(Illegal, match=r"it brings orders of RED|it speaks for RED|it was not written by"):
        import_turn(new, whole, LATE, me="RED")  # a stranger could say the same
    assert import_turn(new, whole, LATE, me="RED", old=red).entries
    assert head(new) == head(blue)
    accepted(new, "RED", "hit 0203\n", LATE, step="fight")
    adjudicate(new, NAME, LATE)
    mail(new, blue, LATE)
    assert verify(new, NAME).is_good


def test_nobody_starts_anew_from_before_a_link_that_he_has_shown(tmp_path: Path) -> None:
    """With the link in his hands the other could choose his orders by the dice."""
    red, blue = by_turns(tmp_path, "wait")
    adjudicate(blue, NAME, LATE)
    export_turn(blue, NAME, LATE)  # Blue's link 1 goes out
    extend(red, NAME, LATE)
    whole = export_turn(red, NAME, LATE, since=0).text.encode()
    new = open_store(str(tmp_path / "new.db"), create=True)
    with pytest.raises(UsageError, match=r"sent a link of BLUE after entry .*Let the other side continue"):
        import_turn(new, whole, LATE, me="BLUE", old=blue)
    with pytest.raises(UsageError, match="the old store does not hold Field-1 for BLUE"):
        import_turn(new, whole, LATE, me="BLUE", old=red)
    assert new.campaigns() == []
