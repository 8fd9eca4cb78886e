"""Lies in a post, each with the fault that gives it away; texts that are meant to choke the reader."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from pbem.dice.cleaning import LARGEST, post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.errors import Unreadable
from tests.dice.corpus import good_posts, ledger
from tests.dice.mixed import all_lies

LIES = all_lies()
POSTS = good_posts()


@pytest.mark.parametrize("name", LIES)
def test_a_lie_with_fitting_check_words_is_found(name: str) -> None:
    text, code = LIES[name]
    verdict = judge_post(text)
    assert verdict.verdict == "wrong"
    assert code in [fault.code for fault in verdict.faults]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("closed txt", "consistent"), ("open", "waiting"), ("thread with reveal", "consistent"),
     ("whole thread", "bound"), ("second epoch", "waiting"), ("commitment only", "consistent"),
     ("two chains", "consistent"), ("single commitment", "consistent"), ("beacon", "consistent"),
     ("campaign", "consistent")],
)  # fmt: skip
def test_what_a_post_proves(name: str, wanted: str) -> None:
    assert judge_post(POSTS[name]).verdict == wanted


def test_rolls_of_an_open_epoch_wait_while_others_are_consistent() -> None:
    statuses = [roll["status"] for roll in judge_post(POSTS["second epoch"]).as_json()["rolls"]]
    assert statuses == ["consistent"] * 8 + ["waiting"]


def test_a_secret_without_a_commitment_proves_nothing() -> None:
    found = judge_post(POSTS["beacon"]).as_json()
    assert [roll["status"] for roll in found["rolls"]] == ["consistent"]
    assert ("commitment", "drand") in [(need["code"], need["who"]) for need in found["needs"]]


def test_a_commitment_that_a_reader_has_kept() -> None:
    kept = ledger().commitment.hex()
    assert judge_post(POSTS["thread with reveal"], kept.upper()).verdict == "bound"
    verdict = judge_post(POSTS["closed txt"], "ab" * 32)
    assert [fault.code for fault in verdict.faults] == ["commitment"]


def test_a_chain_waits_for_every_player() -> None:
    from dataclasses import replace

    from tests.dice.corpus import text_of, two_chains

    whole = two_chains()
    half = replace(whole, secrets={(1, "link:A"): whole.secrets[1, "link:A"]})
    assert [roll["status"] for roll in judge_post(text_of(half)).as_json()["rolls"]] == ["waiting"]


# -- texts that are meant to choke the reader -----------------------------------------------------------------

SIZE = 1_500_000
WORDS = ("<", "<a", "[", "[b=", "!", "!\n0", "&amp;", "> ", "a>", "%%\n", "[quote]", "<b>", "e\u0301", "\u0344",
         "pbem-proof/1 ", "pbem-proof/1 !01234567 x\ny\nz ", "\u202e", "x\n", "%CC%81")  # fmt: skip


def flood(word: str) -> str:
    return (word * (SIZE // len(word) + 1))[:SIZE]


FLOODS = {
    **{word: flood(word) for word in WORDS},
    "accents on one letter": "a" + "\u0301\u0316" * (SIZE // 4),
    "coded accents": "pbem-proof/1 g ; desk !00000000 " + flood("%CC%81%CC%96") + " !00000000",
    "one endless record": "pbem-proof/1 " + flood("a\n") + " !00000000",
    "damaged records": "pbem-proof/1 g ; desk !00000000 " + flood("a\nb\nc\nd\ne\nf\ng\nh\ni !00000000 "),
}


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_judged_in_bounded_time_and_memory(name: str) -> None:
    text = FLOODS[name]
    begin = time.perf_counter()
    mine = judge_post(text)
    theirs = verify_dice.judge(text)
    assert time.perf_counter() - begin < 20  # seconds; about two on a slow machine
    assert mine.verdict in ("none", "wrong")
    assert mine.verdict == theirs["verdict"]


def test_memory_is_bounded() -> None:
    tracemalloc.start()
    judge_post(FLOODS["<b>"])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200_000_000


def test_endless_chains_are_not_followed() -> None:
    from pbem.dice.proof import Proof, ProvenRoll
    from tests.dice.corpus import text_of

    secrets = {(epoch, "moderator"): bytes(32) for epoch in (300_000, 400_000, 500_000)}
    proof = Proof(
        "g", "seed", {"moderator": bytes(32)}, secrets=secrets, rolls=[ProvenRoll(1, 300_000, "x", "1d6", "1")]
    )
    verdict = judge_post(text_of(proof))
    assert verdict.verdict == "wrong"
    assert "large" in [fault.code for fault in verdict.faults]


@pytest.mark.parametrize("data", [b"PK\3\4" + bytes(50), b"\x1f\x8b\x08" + bytes(50), b"x" * (LARGEST + 1), b"a\0b"])
def test_what_is_no_post_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable, match="copy the post"):
        post_text(data)


def test_a_post_may_come_in_any_encoding() -> None:
    text = POSTS["closed txt"]
    good = judge_post(text).as_json()
    for name in ("utf-8", "utf-8-sig", "utf-16"):
        assert judge_post(post_text(text.encode(name))).as_json() == good
    assert judge_post(post_text(text.encode("cp1252", "replace"))).as_json() == good
