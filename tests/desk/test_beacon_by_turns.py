"""The beacon between two stores: sealed orders must be in the other's hands before the round that decides falls."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.overdue import extend
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.desk.views.status import status
from pbem.dice import drand_bls
from pbem.dice.drand import QUICKNET
from pbem.errors import Illegal, Refused, UsageError
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.beacons import REAL, accepted, from_vectors, give, moment, opening
from tests.desk.forging import altered
from tests.desk.helpers import NAME
from tests.desk.two_stores import head, mail, sealed_by_red, two_stores

Stores = tuple[Store, Store]


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    return sealed_by_red(tmp_path, agreed("beacon"), opening())


def test_the_other_side_has_the_orders_before_the_round_falls_and_casts_the_dice(stores: Stores) -> None:
    red, blue = stores
    mail(red, blue, moment(REAL, -1))
    done = adjudicate(blue, NAME, moment(REAL), from_vectors)
    assert [ran.label for ran in done.ran] == ["t1/red-move"]
    mail(blue, red, moment(REAL))
    assert head(red) == head(blue)
    assert verify(red, NAME).is_good


def test_nobody_casts_dice_for_orders_that_the_other_side_has_not_seen(stores: Stores) -> None:
    """Else he could wait for the round, try orders until they suit it, and date them back."""
    red, _ = stores
    assert not adjudicate(red, NAME, moment(REAL), from_vectors).ran
    assert status(red, NAME).waiting[0].party == "drand"


def test_orders_that_come_after_their_round_are_refused(stores: Stores) -> None:
    red, blue = stores
    text, before = export_turn(red, NAME, opening()).text, head(blue)
    with pytest.raises(Illegal) as refused:
        import_turn(blue, text.encode(), moment(REAL, 1))
    said = str(refused.value)
    assert "nothing shows that its orders were written before" in said
    assert f"orders for round {REAL}, which fell at {moment(REAL)}" in said
    assert "`pbem extend`" in said
    assert "chain+beacon need no such haste" in said
    assert head(blue) == before
    assert import_turn(blue, text.encode(), moment(REAL, -1)).entries  # in time it would have been taken


def test_a_forger_who_casts_the_dice_himself_is_refused(stores: Stores) -> None:
    """The orders, the round and what came of them in one file, all dated back: whatever the clock says."""
    red, blue = stores

    def with_round(drafts: list[Draft]) -> None:
        place = {"at": moment(REAL), "turn": 1, "step": "red-move", "epoch": 2, "party": "drand"}
        drafts.insert(-1, Draft("contributed", {**place, "round": from_vectors(QUICKNET, REAL).as_json()}))

    text = altered(export_turn(red, NAME, opening()).text, with_round)
    for now in (moment(REAL), moment(REAL, 9)):
        with pytest.raises(Illegal, match="the round was entered before the other side had the sealed orders"):
            import_turn(blue, text, now)


def test_a_step_without_orders_is_shown_before_its_round_as_well(tmp_path: Path) -> None:
    """Who writes could else choose the round of the weather by the date that he writes down."""
    red, blue = two_stores(tmp_path, agreed("beacon"), opening())
    accepted(blue, "BLUE", "bid 2\nmove:\ndone\nfight:\ndone\n", opening(), step="bid")
    mail(blue, red, opening())
    accepted(red, "RED", "bid 3\nmove:\ndone\nfight:\ndone\n", opening(), step="bid")
    mail(red, blue, opening())
    adjudicate(blue, NAME, opening())
    place = status(blue, NAME)
    assert (place.step, place.due) == ("weather", moment(REAL, -15 * 60))
    assert not adjudicate(blue, NAME, moment(REAL), from_vectors).ran  # sealed, and not shown to Red yet
    mail(blue, red, opening())
    assert [ran.label for ran in adjudicate(red, NAME, moment(REAL), from_vectors).ran] == ["t1/weather"]


def test_chains_make_haste_unnecessary(tmp_path: Path) -> None:
    """Red does not know Blue's link, so it is no use to him to know the round: a late mail is welcome."""
    red, blue = sealed_by_red(tmp_path, agreed("chain+beacon"), opening())
    late = moment(REAL, 3600)
    adjudicate(red, NAME, late, from_vectors)
    mail(red, blue, late)
    assert [ran.label for ran in adjudicate(blue, NAME, late, from_vectors).ran] == ["t1/red-move"]
    mail(blue, red, late)
    assert head(red) == head(blue)
    body = next(e.values() for e in reversed(red.entries("field-1")) if e.kind == "played")
    assert set(body["secrets"]["2"]) == {"RED", "BLUE", "drand", "salt"}
    assert verify(red, NAME).is_good


def test_all_links_are_given_before_the_round_falls_so_that_nobody_can_keep_one_back(tmp_path: Path) -> None:
    """Whoever sends last does not know the dice either: he cannot refuse the bad ones."""
    red, blue = sealed_by_red(tmp_path, agreed("chain+beacon"), opening())
    mail(red, blue, opening())
    assert not adjudicate(blue, NAME, opening(), from_vectors).ran
    assert [e.values()["party"] for e in blue.entries("field-1") if e.kind == "contributed"] == ["RED", "BLUE"]
    assert [debt.party for debt in status(blue, NAME).waiting] == ["drand"]
    mail(blue, red, opening())
    assert [ran.label for ran in adjudicate(red, NAME, moment(REAL), from_vectors).ran] == ["t1/red-move"]
    assert verify(red, NAME).is_good


def test_late_orders_are_not_even_recorded_so_that_a_new_date_can_be_given(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path, agreed("beacon"), opening(657_413))
    mail(blue, red, opening(657_413))
    accepted(red, "RED", "bid 3\n", opening(657_413), step="bid")
    mail(red, blue, opening(657_413))
    late, before = moment(657_413, 1), head(blue)
    with pytest.raises(Refused, match="orders written now do not count"):
        give(blue, "BLUE", "bid 2\n", late, step="bid")
    assert head(blue) == before
    extend(red, NAME, opening())
    assert status(red, NAME).pen == "RED"
    mail(red, blue, opening())
    assert status(blue, NAME).due == moment(REAL, -15 * 60)
    accepted(blue, "BLUE", "bid 2\n", opening(), step="bid")
    adjudicate(blue, NAME, opening())
    mail(blue, red, opening())
    adjudicate(red, NAME, opening())
    mail(red, blue, opening())
    assert status(blue, NAME).step == "red-move"
    assert verify(blue, NAME).is_good


def test_orders_that_were_promised_in_time_may_be_opened_later(tmp_path: Path) -> None:
    """A hash fixes them: who opens late could not have chosen by the round."""
    red, blue = two_stores(tmp_path, agreed("chain+beacon"), opening())
    accepted(blue, "BLUE", "bid 2\n", opening(), step="bid")
    mail(blue, red, opening())
    accepted(red, "RED", "bid 3\n", opening(), step="bid")
    mail(red, blue, opening())
    adjudicate(blue, NAME, moment(REAL))
    mail(blue, red, moment(REAL))
    assert status(red, NAME).step == "red-move"
    assert verify(red, NAME).is_good


def test_a_promise_behind_the_date_is_late(tmp_path: Path) -> None:
    red, blue = two_stores(tmp_path, agreed("chain+beacon"), opening())
    accepted(blue, "BLUE", "bid 2\n", opening(), step="bid")

    def late(drafts: list[Draft]) -> None:
        at = next(n for n, draft in enumerate(drafts) if draft.kind == "promised")
        drafts[at] = Draft("promised", {**drafts[at].body, "at": moment(REAL)})

    with pytest.raises(Illegal, match="after their date"):
        import_turn(red, altered(export_turn(blue, NAME, opening()).text, late), moment(REAL))


def test_a_turn_file_with_a_round_needs_the_library(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    red, blue = stores
    mail(red, blue, opening())
    adjudicate(blue, NAME, moment(REAL), from_vectors)
    text, before = export_turn(blue, NAME, moment(REAL)).text, head(red)
    monkeypatch.setattr(drand_bls, "library", lambda: None)
    with pytest.raises(UsageError, match=r"beacon NOT verified.*Nothing of the turn file was taken"):
        import_turn(red, text.encode(), moment(REAL))
    assert head(red) == before
