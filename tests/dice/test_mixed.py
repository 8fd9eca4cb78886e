"""Several contributions in one seed: what each post proves, with and without the library for the beacon's signature."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from pbem.dice.judging import judge_post
from pbem.dice.settling import Budget
from pbem.dice.verifiers import verify_dice
from tests.dice.corpus import text_of
from tests.dice.drand_rounds import DRAND
from tests.dice.mixed import CHAINS_OF, QUICK, forgeries, mixed_posts, step, steps, thread, thread_text

POSTS = mixed_posts()
WANTED = {
    "announcement": ("consistent", ""),
    "links without the round": ("waiting", "waiting"),
    "a link kept back": ("waiting", "waiting"),
    "thread of a round for a link": ("consistent", "consistent"),
    **{f"thread of {name}": ("bound", "bound") for name in steps() if name != "a round for a link"},
}


def statuses(text: str, bls: bool = True) -> str:
    return " ".join(sorted({roll["status"] for roll in judge_post(text, bls=bls).as_json()["rolls"]}))


@pytest.mark.parametrize("name", POSTS)
def test_what_a_mixed_post_proves(name: str) -> None:
    """Without the posts before it a step is consistent; with them it is bound."""
    verdict, status = WANTED.get(name, ("consistent", "consistent"))
    assert judge_post(POSTS[name]).verdict == verdict
    assert statuses(POSTS[name]) == status


@pytest.mark.parametrize("name", [name for name, proof in steps().items() if proof.beacons])
def test_without_the_library_a_round_is_not_taken_for_genuine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    post = POSTS[f"thread of {name}"]
    found = judge_post(post)
    assert found.verdict in ("unchecked", "consistent")
    assert {one["signature"] for one in found.beacons} == {"not checked"}
    assert statuses(post) == ("consistent" if name == "a round for a link" else "unchecked")
    assert "signature" in {need["code"] for need in found.needs}
    assert found.as_json() == judge_post(post, bls=False).as_json()


@pytest.mark.parametrize("name", forgeries())
def test_a_forged_round_is_found_by_its_signature_alone(name: str) -> None:
    text = forgeries()[name]
    assert verify_dice.judge(text)["verdict"] == judge_post(text, bls=False).verdict == "consistent"
    found = judge_post(text)
    assert [fault.code for fault in found.faults] == ["beacon"]
    assert [one["signature"] for one in found.beacons] == ["false"]


def test_the_rounds_of_a_post_are_listed() -> None:
    shown = judge_post(POSTS["beacon of default"]).as_json()["beacons"]
    assert [(one["epoch"], one["chain"], one["round"], one["time"], one["signature"]) for one in shown] == [
        (5, "default", 3907446, "20240409T092000Z", "genuine"),
        (6, "default", 1, "20200722T151730Z", "genuine"),
    ]


@pytest.mark.parametrize(
    ("mode", "parties", "lacks"),
    [
        ("seed+chain", ("moderator", "AL", "CP"), "moderator"),
        ("seed+chain", ("moderator", "AL", "CP"), "link:CP"),
        ("chain", ("AL", "CP"), "link:AL"),
    ],
)
def test_what_the_mode_promises_must_be_there(mode: str, parties: tuple[str, ...], lacks: str) -> None:
    """Not even a poster who hides the anchor as well makes others believe that a seed is whole."""
    rest = tuple(party for party in parties if party != lacks.removeprefix("link:"))
    hidden = replace(step(mode, rest, (3,)), mode=mode)
    assert statuses(text_of(hidden)) == "waiting"


def test_a_mode_with_a_beacon_needs_a_round() -> None:
    assert statuses(text_of(step("chain+beacon", ("AL", "CP"), (3,)))) == "waiting"
    assert statuses(text_of(step("beacon", ("AL", "CP"), (3,)))) == "waiting"


def test_a_chain_that_is_called_drand_is_no_beacon() -> None:
    """A moderator commits to secrets of his own under the name of the beacon."""
    proof = step("beacon", ("moderator",), (3,))
    for name in ("drand", "link:drand"):
        posed = replace(
            proof, anchors={"drand": CHAINS_OF["moderator"][0]}, secrets={(3, name): CHAINS_OF["moderator"][3]}
        )
        found = judge_post(text_of(posed))
        assert found.verdict == "wrong" or statuses(text_of(posed)) == "waiting"
        assert "bound" not in statuses(thread_text(posed))


def test_an_absence_counts_only_where_a_round_stands_in() -> None:
    absent = steps()["a round for a link"]
    assert statuses(text_of(absent)) == "consistent"
    assert ("absent", "CP") in {(need["code"], need["who"]) for need in judge_post(thread_text(absent)).needs}
    assert statuses(text_of(replace(absent, beacons={}))) == "waiting"
    assert statuses(text_of(replace(absent, absent=()))) == "waiting"


def test_several_commitments_can_be_kept() -> None:
    text = "".join(map(text_of, thread(steps()["seed and chain"])[1:]))
    kept = [CHAINS_OF[party][0].hex() for party in ("AL", "CP", "moderator")]
    for known in (", ".join(kept), " ".join(kept).upper()):
        assert judge_post(text, known).verdict == verify_dice.judge(text, known)["verdict"] == "bound"
    for known in (" ".join(kept[:2]), kept[0], " , "):
        assert judge_post(text, known).verdict == verify_dice.judge(text, known)["verdict"] == "consistent"
    for known in (f"{kept[0]} {'ab' * 32}", "ab" * 32):
        assert [fault.code for fault in judge_post(text, known).faults] == ["commitment"]
        assert [fault["code"] for fault in verify_dice.judge(text, known)["faults"]] == ["commitment"]


def test_a_flood_of_rounds_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.dice.judging.Budget", lambda: Budget(rounds=20))
    one = step("beacon", (), (5,), {5: QUICK})
    many = replace(one, beacons=dict.fromkeys(range(1, 31), QUICK), inputs={}, rolls=())
    found = judge_post(text_of(many))
    assert [fault.code for fault in found.faults] == ["large"] * 10
    assert [one["signature"] for one in found.beacons].count("not checked") == 10


def test_the_single_file_has_the_constants_of_the_chains() -> None:
    for name, chain in DRAND["chains"].items():
        size = 96 if name == "default" else 48
        wanted = (chain["chain_hash"], chain["genesis_time"], chain["period"], size)
        assert verify_dice.CHAINS[name] == wanted
    assert DRAND["chains"]["default"]["group_hash"] == verify_dice.GROUP


def test_the_single_file_says_that_it_has_not_checked_a_round(
    tmp_path: object, capsys: pytest.CaptureFixture[str]
) -> None:
    from pathlib import Path

    post = Path(str(tmp_path)) / "post.txt"
    post.write_text(POSTS["chain and beacon"], encoding="utf-8")
    assert verify_dice.main([str(post)]) == 3
    said = capsys.readouterr().out
    assert "beacon signature not checked: epoch 9, round 30662992 of quicknet, 20260723T073900Z" in said
    assert "consistent piave 1" in said
    assert "wanted (piave, epoch 9): a receipt, notice or post from before the secret with the seal" in said
