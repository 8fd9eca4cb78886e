"""Players' chains where a moderator keeps the campaign: `anchor:` and `link:` in the header, and what cheats try."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.inbox.header_dice import AHEAD
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.desk.undoing import undo
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice.judging import judge_post
from pbem.errors import Problem
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.beacons import accepted, give, open_with
from tests.desk.forging import Change, change_of, faults_of
from tests.desk.helpers import NAME, NOW
from tests.desk.links import anchor_of, chain_of, link_of

MODES = ["chain", "seed+chain"]


def opened(path: Path, mode: str, *sides: str) -> Store:
    """A campaign in which these sides have published their anchors."""
    store = open_with(path / "pbem.db", agreed(mode), NOW)
    for side in sides:
        accepted(store, side, "", NOW, header={"anchor": anchor_of(side)})
    return store


@pytest.fixture(params=MODES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return opened(tmp_path, request.param, "RED", "BLUE")


def sealed(store: Store, **header: str) -> None:
    """Red's move, which needs a die, is sealed."""
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\n", NOW, step="bid", header=header)
    accepted(store, "BLUE", "bid 2\n", NOW, step="bid")
    adjudicate(store, NAME, NOW)


def sides_owing(store: Store) -> list[str]:
    return [f"{debt.side}: {debt.what}" for debt in status(store, NAME).waiting if debt.side]


def refused(store: Store, side: str, **header: str) -> Problem:
    """Why a file with this header is refused; nothing of it counts."""
    known = status(store, NAME).anchors
    receipt = give(store, side, "bid 3\n", NOW, step="bid", header=header)
    assert not receipt.is_accepted
    assert status(store, NAME).anchors == known
    problem = receipt.problems[0]
    assert problem.found
    assert problem.wanted
    assert problem.advice
    assert problem.spot
    assert next(iter(header)) in problem.spot.text
    return problem


# -- how it goes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
def test_play_begins_when_every_side_has_published_its_anchor(tmp_path: Path, mode: str) -> None:
    store = opened(tmp_path, mode, "RED")
    accepted(store, "RED", "bid 3\n", NOW, step="bid")
    accepted(store, "BLUE", "bid 2\n", NOW, step="bid")
    assert not adjudicate(store, NAME, NOW).ran
    assert sides_owing(store) == ["BLUE: the anchor of its dice chain"]
    accepted(store, "BLUE", "", NOW, header={"anchor": anchor_of("BLUE")})
    assert [ran.label for ran in adjudicate(store, NAME, NOW).ran] == ["t1/bids"]


def test_each_file_carries_the_next_link_and_no_mail_is_needed_for_it(store: Store) -> None:
    accepted(store, "BLUE", "bid 2\n", NOW, step="bid", header={"link": f"1 {link_of('BLUE', 1)}"})
    accepted(store, "RED", "bid 3\nmove:\ngo R2 0301\n", NOW, step="bid", header={"link": f"1 {link_of('RED', 1)}"})
    done = adjudicate(store, NAME, NOW)
    assert [ran.label for ran in done.ran] == ["t1/bids", "t1/red-move"]
    played = store.entries("field-1")[-1].values()
    assert {"RED", "BLUE"} <= set(played["secrets"]["1"])
    assert verify(store, NAME).is_good
    post = report(store, NAME, "t1/red-move").text
    assert judge_post(post, known=f"{anchor_of('RED')} {anchor_of('BLUE')}").verdict == "consistent"


def test_a_link_that_is_missing_is_owed_by_name_and_number(store: Store) -> None:
    sealed(store, link=f"1 {link_of('RED', 1)}")
    assert sides_owing(store) == ["BLUE: link 1 of its dice chain"]
    accepted(store, "BLUE", "", NOW, header={"link": f"1 {link_of('BLUE', 1)}"})  # a header is enough
    assert [ran.label for ran in adjudicate(store, NAME, NOW).ran] == ["t1/red-move"]


def test_a_later_link_gives_the_earlier_ones(store: Store) -> None:
    sealed(store, link=f"{AHEAD} {link_of('RED', AHEAD)}")
    accepted(store, "BLUE", "", NOW, header={"link": f"4 {link_of('BLUE', 4)}"})
    adjudicate(store, NAME, NOW)
    secrets = store.entries("field-1")[-1].values()["secrets"]["1"]
    assert (secrets["RED"], secrets["BLUE"]) == (link_of("RED", 1), link_of("BLUE", 1))
    assert verify(store, NAME).is_good


def test_anchor_and_link_may_come_together_and_an_anchor_may_be_said_again(tmp_path: Path) -> None:
    store = opened(tmp_path, "chain", "RED")
    accepted(store, "BLUE", "", NOW, header={"anchor": anchor_of("BLUE"), "link": f"1 {link_of('BLUE', 1)}"})
    accepted(store, "BLUE", "bid 2\n", NOW, step="bid", header={"anchor": anchor_of("BLUE")})
    assert verify(store, NAME).is_good


def test_the_canonical_text_keeps_what_the_header_adds_to_the_dice(store: Store) -> None:
    receipt = accepted(store, "RED", "bid 3\n", NOW, step="bid", header={"link": f"1 {link_of('RED', 1)}"})
    assert f"link: 1 {link_of('RED', 1)}\n" in receipt.canonical
    assert accepted(store, "RED", "", NOW, header={"link": f"1 {link_of('RED', 1)}"})  # known already, and harmless


def test_orders_that_are_given_again_meet_links_that_nobody_knows(tmp_path: Path) -> None:
    """A step that is taken back after links were shown does not use them again."""
    store = opened(tmp_path, "seed+chain", "RED", "BLUE")
    sealed(store, link=f"1 {link_of('RED', 1)}")
    undo(store, NAME, "R2 was not to go", "Mo", NOW)
    accepted(store, "RED", "go R2 0301\n", NOW, step="move")
    adjudicate(store, NAME, NOW)
    assert status(store, NAME).next_epoch == 2
    assert sides_owing(store) == ["RED: link 2 of its dice chain", "BLUE: link 2 of its dice chain"]
    assert verify(store, NAME).is_good


# -- what is wrong with a header ----------------------------------------------------------------------------------


def test_links_and_anchors_have_no_place_where_no_side_adds_to_the_dice(tmp_path: Path) -> None:
    store = open_with(tmp_path / "pbem.db", agreed("seed"), NOW)
    for header in ({"anchor": anchor_of("RED")}, {"link": f"1 {link_of('RED', 1)}"}):
        problem = refused(store, "RED", **header)
        assert problem.why == "the dice of this campaign are made by seed; no side adds links to them"
        assert problem.advice == "leave it out"


@pytest.mark.parametrize("said", ["5f1c", "x" * 64, "0" * 65, ""])
def test_an_anchor_is_64_hex_digits(tmp_path: Path, said: str) -> None:
    problem = refused(opened(tmp_path, "chain"), "RED", anchor=said or "-")
    assert (problem.family, problem.why) == ("unreadable", "the anchor of a chain is 64 hex digits")
    assert "`pbem chain make`" in problem.advice


def test_an_anchor_is_never_changed(store: Store) -> None:
    """Else a player could choose a chain when he knows the other's links."""
    problem = refused(store, "RED", anchor=anchor_of("BLUE"))
    assert "a chain is not changed during a campaign" in problem.why
    assert anchor_of("RED")[:16] in problem.wanted


@pytest.mark.parametrize("said", ["7", "first " + "0" * 64, "1 5f1c", "-1 " + "0" * 64, "1" * 7 + " " + "0" * 64])
def test_a_link_is_its_number_and_64_hex_digits(store: Store, said: str) -> None:
    problem = refused(store, "RED", link=said)
    assert (problem.family, problem.why) == ("unreadable", "a link is its number and 64 hex digits")
    assert problem.wanted == "such as `link: 1 09ab...`"


def test_links_come_after_the_anchors_of_all_sides(tmp_path: Path) -> None:
    """Who knows the other's link could search for a chain of his own that suits it."""
    store = opened(tmp_path, "chain")
    assert "must be published before its links" in refused(store, "RED", link=f"1 {link_of('RED', 1)}").why
    accepted(store, "RED", "", NOW, header={"anchor": anchor_of("RED")})
    problem = refused(store, "RED", link=f"1 {link_of('RED', 1)}")
    assert "knowing your link it could choose its chain by it" in problem.why


@pytest.mark.parametrize(
    ("number", "value"),
    [
        (1, "ab" * 32),
        (1, link_of("BLUE", 1)),  # the other's
        (2, link_of("RED", 1)),  # another number
        (1, link_of("RED", 2)),
        (1, chain_of("RED", "field-2")[1].hex()),  # of another campaign
        (1, chain_of("BLUE", "field-1", "RED")[1].hex()),  # the other's secret under the own name
    ],
)
def test_a_link_that_is_not_of_the_chain_is_refused(store: Store, number: int, value: str) -> None:
    problem = refused(store, "RED", link=f"{number} {value}")
    assert problem.why == f"this is not link {number} of the chain whose anchor Red Army published"
    assert problem.wanted == "link 1, the next one that counts"


@pytest.mark.parametrize("number", [0, AHEAD + 2, 4096, 5000])
def test_a_link_far_ahead_is_refused_for_it_gives_all_others_away(store: Store, number: int) -> None:
    problem = refused(store, "RED", link=f"{number} {link_of('RED', min(number, 4096))}")
    assert "is not due for a long time, and it would reveal every link before it" in problem.why


# -- a forger who can compute hashes --------------------------------------------------------------------------


def taking(number: int, **takes: object) -> Change:
    """The entry with this number, of a file, brings something else."""

    def change(drafts: list[Draft]) -> None:
        drafts[number - 1] = Draft("submitted", {**drafts[number - 1].body, "takes": {"orders": {}, **takes}})

    return change


def test_a_forged_anchor_or_link_in_the_record_is_found(store: Store) -> None:
    """Entries 2 and 3 bring the anchors, entry 4 Blue's link."""
    accepted(store, "BLUE", "", NOW, header={"link": f"1 {link_of('BLUE', 1)}"})
    sealed(store, link=f"1 {link_of('RED', 1)}")
    entries = store.entries("field-1")
    assert "link 1 of RED does not match the anchor" in faults_of(entries, taking(2, anchor=anchor_of("BLUE")))
    assert "BLUE publishes a second anchor" in faults_of(entries, taking(4, anchor="cd" * 32))
    early = taking(2, anchor=anchor_of("RED"), link=[1, link_of("RED", 1)])
    assert "RED showed a link before all anchors were published" in faults_of(entries, early)
    assert "link 1 of BLUE does not match the anchor" in faults_of(entries, taking(4, link=[1, "ab" * 32]))
    assert any("cannot be replayed" in what for what in faults_of(entries, taking(4, link=[1, "xy" * 32])))
    assert any("does not match" in what for what in faults_of(entries, taking(4, link=[10**9, "ab" * 32])))


def test_dice_without_a_link_or_with_another_are_found(store: Store) -> None:
    accepted(store, "BLUE", "", NOW, header={"link": f"1 {link_of('BLUE', 1)}"})
    sealed(store, link=f"1 {link_of('RED', 1)}")
    entries = store.entries("field-1")
    parts = entries[-1].values()["secrets"]["1"]
    other = change_of("played", secrets={"1": {**parts, "BLUE": "ab" * 32}})
    assert "the secret of epoch 1 does not match the commitment of BLUE" in faults_of(entries, other)
    without = change_of("played", secrets={"1": {party: parts[party] for party in parts if party != "BLUE"}})
    assert "the dice of epoch 1 were rolled without the contribution of BLUE" in faults_of(entries, without)
    stranger = change_of("played", secrets={"1": {**parts, "EVE": "ab" * 32}})
    assert "the secret of epoch 1 does not match the commitment of EVE" in faults_of(entries, stranger)
