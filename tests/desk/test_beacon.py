"""Dice from the public beacon, with real rounds: named in advance, from a file or a relay, and what cheats try."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.overdue import extend
from pbem.desk.record.secrets import Fetch
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify, verify_entries
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice import derive, drand_bls
from pbem.dice.drand import DEFAULT, QUICKNET, Chain, Round, contribution
from pbem.dice.drand_reading import read_round
from pbem.dice.judging import judge_post
from pbem.errors import Illegal, Unreadable, UsageError
from pbem.store.entry import Draft, Head, chained
from pbem.store.store import Store
from tests.desk.beacons import DAY, OTHER, REAL, accepted, bid_and_move, from_vectors, give, moment, open_with, opening
from tests.desk.helpers import NAME
from tests.dice.drand_rounds import made, served


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """The step `red-move` is sealed, and round REAL will decide it."""
    store = open_with(tmp_path / "pbem.db", agreed("beacon"), opening())
    bid_and_move(store, opening())
    return store


def faces(store: Store) -> list[int]:
    """The dice of the last played step."""
    pages = next(e for e in reversed(store.entries("field-1")) if e.kind == "played").values()["pages"]
    return [face for page in pages if page[0] == "roll" for face in page[2]]


# -- the round is named before anybody can know it -----------------------------------------------------------------


def test_the_round_is_named_with_its_time_when_the_step_opens_and_lies_behind_its_date(tmp_path: Path) -> None:
    store = open_with(tmp_path / "pbem.db", agreed("beacon", days=7), opening(days=7))
    place = status(store, NAME)
    assert place.due == moment(REAL, -15 * 60)
    assert place.named == {"chain": "quicknet", "round": REAL, "time": moment(REAL)}
    assert {debt.due for debt in place.waiting} == {place.due}


def test_the_dice_fall_when_the_round_has_fallen_and_not_before(store: Store) -> None:
    waiting = status(store, NAME).waiting
    assert [debt.what for debt in waiting] == [f"round {REAL} of the drand chain quicknet, due at {moment(REAL)}"]
    assert (waiting[0].party, waiting[0].side, waiting[0].due) == ("drand", "", "")
    early = adjudicate(store, NAME, moment(REAL, -1), from_vectors)
    assert not early.ran
    assert [ran.label for ran in adjudicate(store, NAME, moment(REAL), from_vectors).ran] == ["t1/red-move"]
    verdict = verify(store, NAME)
    assert (verdict.is_good, verdict.notes, verdict.dice) == (True, [], 1)


def test_without_a_network_the_step_waits(store: Store) -> None:
    assert not adjudicate(store, NAME, moment(REAL), None).ran
    assert status(store, NAME).waiting[0].party == "drand"


@pytest.mark.parametrize("form", ["v1", "v2"])
def test_a_round_is_taken_from_a_file_as_well(store: Store, form: str) -> None:
    text = f"> Bruno wrote:\n> {served('quicknet', REAL, form)}\n> Cheers"
    done = adjudicate(store, NAME, moment(REAL), lambda chain, number: read_round(text, chain, number))
    assert [ran.label for ran in done.ran] == ["t1/red-move"]


def test_the_slow_chain_does_as_well(tmp_path: Path) -> None:
    at = opening(3_907_446, chain="default")
    store = open_with(tmp_path / "pbem.db", agreed("beacon", beacon="default"), at)
    bid_and_move(store, at)
    assert status(store, NAME).named == {
        "chain": "default", "round": 3_907_446, "time": moment(3_907_446, chain="default")
    }  # fmt: skip
    assert adjudicate(store, NAME, moment(3_907_446, chain="default"), from_vectors).ran
    assert verify(store, NAME).is_good


def test_the_dice_follow_from_the_round_and_the_sealed_orders(store: Store, tmp_path: Path) -> None:
    adjudicate(store, NAME, moment(REAL), from_vectors)
    sealed = [e.values() for e in store.entries("field-1") if e.kind == "sealed" and e.values()["epoch"] == 1][-1]
    part = contribution(QUICKNET, from_vectors(QUICKNET, REAL))
    value = derive.seed("field-1", 1, bytes.fromhex(sealed["inputs"]), {"drand": part})
    assert faces(store) == list(derive.faces(value, "t1/red-move/R2 enters 0301", 1, 6))
    other = open_with(tmp_path / "other.db", agreed("beacon"), opening())
    accepted(other, "RED", "bid 3\nmove:\ngo R2 0301\ngo R1 0102\n", opening(), step="bid")
    accepted(other, "BLUE", "bid 2\n", opening(), step="bid")
    adjudicate(other, NAME, opening())
    inputs = [e.values()["inputs"] for e in other.entries("field-1") if e.kind == "sealed"]
    assert sealed["inputs"] not in inputs


# -- unions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["seed+beacon", "seed+chain+beacon"])
def test_a_seed_and_the_beacon_make_the_dice_together(tmp_path: Path, mode: str) -> None:
    from tests.desk.links import anchor_of, link_of

    store = open_with(tmp_path / "pbem.db", agreed(mode), opening())
    sides = ("RED", "BLUE") if "chain" in mode else ()
    for side in sides:
        accepted(store, side, "", opening(), header={"anchor": anchor_of(side)})
    bid_and_move(store, opening(), **{side: {"link": f"1 {link_of(side, 1)}"} for side in sides})
    assert [debt.party for debt in status(store, NAME).waiting if debt.party != "moderator"] == ["drand"]
    adjudicate(store, NAME, moment(REAL), from_vectors)
    body = store.entries("field-1")[-1].values()
    assert set(body["secrets"]["1"]) == {"moderator", *sides, "drand", "salt"}
    assert verify(store, NAME).is_good
    post = judge_post(report(store, NAME, "t1/red-move").text)
    assert (post.verdict, post.beacons[0]["signature"]) == ("consistent", "genuine")


def test_with_early_the_round_follows_the_seal_and_a_date_is_not_needed(tmp_path: Path) -> None:
    store = open_with(tmp_path / "pbem.db", agreed("beacon", early=True, days=0), moment(REAL, -DAY))
    assert status(store, NAME).named is None
    bid_and_move(store, moment(REAL, -15 * 60))
    assert status(store, NAME).named == {"chain": "quicknet", "round": REAL, "time": moment(REAL)}
    assert adjudicate(store, NAME, moment(REAL), from_vectors).ran
    assert verify(store, NAME).is_good


# -- late orders ----------------------------------------------------------------------------------------------


def test_orders_behind_the_date_do_not_count_until_there_is_a_new_one(tmp_path: Path) -> None:
    """Nobody gives orders for a round that he may know."""
    store = open_with(tmp_path / "pbem.db", agreed("beacon"), opening(657_413))
    late = moment(657_413, 60)
    for body in ("bid 3\n", "standing:\nprefer hold\n"):
        problem = give(store, "RED", body, late, step="bid").problems[0]
        assert "the beacon round that decides may be known: orders written now do not count" in problem.why
        assert problem.found == f"a file that came at {late}"
        assert problem.wanted == f"orders by {moment(657_413, -15 * 60)}"
        assert "`pbem extend`" in problem.advice
    assert give(store, "RED", "press:\nSorry.\n", late).is_accepted  # words are no orders
    assert extend(store, NAME, opening()) == moment(REAL, -15 * 60)
    place = status(store, NAME)
    assert place.named is not None
    assert (place.named["round"], place.next_epoch) == (REAL, 2)  # a round that was named for an epoch stays
    bid_and_move(store, opening())
    assert adjudicate(store, NAME, moment(REAL), from_vectors).ran
    assert verify(store, NAME).is_good


def test_late_orders_in_a_record_are_found(store: Store) -> None:
    entries = store.entries("field-1")
    drafts = [Draft(e.kind, {**e.values(), "at": moment(REAL)} if e.seq == 2 else e.values()) for e in entries]
    faults = verify_entries(chained(Head(0, ""), drafts), "field-1").faults
    assert f"orders came in at {moment(REAL)}, after their date {moment(REAL, -900)}" in [f.what for f in faults]


# -- rounds that are not the one, or none ----------------------------------------------------------------------


def _other(chain: Chain, number: int) -> Round:
    return from_vectors(chain, OTHER)


def _moved(chain: Chain, number: int) -> Round:
    return replace(from_vectors(chain, OTHER), number=number)


def _flipped(chain: Chain, number: int) -> Round:
    signature = bytearray(from_vectors(chain, number).signature)
    signature[20] ^= 1
    return made({"round": number, "signature": bytes(signature).hex()})


def _dreamt(chain: Chain, number: int) -> Round:
    return replace(from_vectors(chain, number), randomness=hashlib.sha256(b"sixes").digest())


@pytest.mark.parametrize(
    ("fetch", "says"),
    [
        (_other, f"round {OTHER} was given, but round {REAL} decides this step"),
        (_moved, "is not genuine: its signature does not fit the chain's public key"),
        (_flipped, "is not genuine"),
        (_dreamt, "its randomness is not the SHA-256 of its signature"),
        (lambda chain, number: read_round(served("quicknet", OTHER), chain, number), "this is another round than"),
    ],
)
def test_a_round_that_is_not_the_named_one_or_not_genuine_is_refused(store: Store, fetch: Fetch, says: str) -> None:
    before = status(store, NAME).head
    with pytest.raises((Illegal, Unreadable, UsageError)) as refused:
        adjudicate(store, NAME, moment(REAL), fetch)
    assert says in str(refused.value)
    assert status(store, NAME).head == before


def _forged(store: Store, **change: Any) -> list[str]:
    """What verify says of the record with another round in it, all hashes made anew."""
    entries = store.entries("field-1")
    drafts = [
        Draft(e.kind, {**e.values(), **change} if e.kind == "contributed" else e.values()) for e in entries
    ]  # fmt: skip
    return [fault.what for fault in verify_entries(chained(Head(0, ""), drafts), "field-1").faults]


def test_a_forged_round_in_the_record_is_found(store: Store) -> None:
    adjudicate(store, NAME, moment(REAL), from_vectors)
    other = from_vectors(QUICKNET, OTHER).as_json()
    assert f"round {OTHER} was entered; the seal named round {REAL}" in _forged(store, round=other)
    false = made({"round": REAL, "signature": str(other["signature"])}).as_json()
    assert any("is not a genuine round of the beacon" in what for what in _forged(store, round=false))
    assert "the beacon round of epoch 1 is not the one entered for it" in _forged(store, round=false)
    assert any("cannot be read" in what for what in _forged(store, round={**other, "round": "x"}))
    assert any("dated" in what for what in _forged(store, at=moment(REAL, -1)))


def test_a_round_of_the_other_chain_is_refused(store: Store) -> None:
    with pytest.raises((Illegal, Unreadable)):
        adjudicate(store, NAME, moment(REAL), lambda chain, number: replace(from_vectors(DEFAULT, 1), number=number))


# -- without the library --------------------------------------------------------------------------------------


def test_without_the_library_no_dice_are_cast_and_it_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drand_bls, "library", lambda: None)
    with pytest.raises(UsageError, match=r"beacon NOT verified: no BLS library is installed; run: pip install 'pbem\["):
        adjudicate(store, NAME, moment(REAL), from_vectors)
    assert status(store, NAME).waiting[0].party == "drand"


def test_verify_without_the_library_says_that_rounds_were_not_checked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    adjudicate(store, NAME, moment(REAL), from_vectors)
    text, dreamt = report(store, NAME, "t1/red-move").text, _dreamt(QUICKNET, REAL).as_json()
    monkeypatch.setattr(drand_bls, "library", lambda: None)
    verdict = verify(store, NAME)
    assert verdict.is_good
    assert len(verdict.unchecked) == 1
    assert verdict.unchecked[0].startswith("beacon NOT verified")
    assert verdict.as_json()["notes"] == verdict.unchecked
    assert judge_post(text).verdict == "consistent"  # never called proven
    assert any("does not follow from its signature" in what for what in _forged(store, round=dreamt))


# -- nothing to try -------------------------------------------------------------------------------------------


def test_times_senders_comments_and_blanks_are_no_lottery_tickets(tmp_path: Path) -> None:
    """What is hashed into the seed is the order as understood: whoever writes the record has nothing to try out."""
    digests = []
    for later, orders in ((0, "go R2 0301\n"), (77, "  GO  r2 ->  0301   # at dawn\n\n")):
        store = open_with(tmp_path / f"{later}.db", agreed("seed+beacon"), opening())
        at = moment(REAL, -DAY + later)
        give(store, "RED", "bid\n", at, step="bid")  # a refused file makes no difference either
        accepted(store, "BLUE", f"bid 2{' ' * later}\n", at, step="bid")
        accepted(store, "RED", f"bid 3\nmove:\n{orders}press:\n{'Hurrah! ' * later}\n", at, step="bid")
        adjudicate(store, NAME, at)
        digests.append([e.values()["inputs"] for e in store.entries("field-1") if e.kind == "sealed"])
    assert digests[0] == digests[1]
