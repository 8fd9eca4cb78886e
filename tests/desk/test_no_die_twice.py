"""No die is cast twice (attack 4): an undo is no re-roll, and a trifle that brings a new die leaves the old one there.

Whatever makes the dice (seed, chain, beacon or a union), the faces that fell come back with the orders that they fell
for. Where other orders get other dice, record, post, status and archive show and count the old ones.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.adjudicating import adjudicate, seal_step
from pbem.desk.amending import amend
from pbem.desk.archive.make import archive
from pbem.desk.consenting import consent
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify
from pbem.desk.undoing import undo
from pbem.desk.views.posts import report
from pbem.desk.views.spans import Span
from pbem.desk.views.status import status
from pbem.dice.cleaning import post_text
from pbem.dice.judging import judge_post
from pbem.dice.verifiers import verify_dice
from pbem.errors import UsageError
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.amends import (
    AT_1703,
    AT_1904,
    GWE,
    HEAD,
    amended,
    bodies,
    fought,
    is_proven,
    resolve,
    rolls,
    two_attacks,
)
from tests.desk.beacons import OTHER, REAL, accepted, bid_and_move, from_vectors, moment, open_with, opening
from tests.desk.forging import faults_of, last
from tests.desk.helpers import NAME, NOW, accept, bid, finish_fight, new_store, order_file, play_turn, run
from tests.desk.links import anchor_of, link_of

Rolled = dict[str, tuple[list[int], int]]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Red has hit two hexes; four dice fell."""
    return fought(new_store(tmp_path / "pbem.db"))


def fight(store: Store) -> list[Rolled]:
    return [rolls(body) for body in bodies(store, "played", "red-fight")]


def again(store: Store, orders: str = "") -> Rolled:
    """The fight is taken back and played again, with other orders if any are given."""
    undo(store, NAME, "once more", "Mo", NOW, to="t1/red-fight")
    if orders:
        accept(store, "RED", orders, step="fight")
    run(store)
    return fight(store)[-1]


# -- the same orders keep their dice --------------------------------------------------------------------------


def test_undo_and_the_same_orders_give_the_same_dice_and_spend_no_secret(store: Store) -> None:
    first = fight(store)[0]
    for _ in range(3):
        assert again(store) == first
    secrets = [body["secrets"] for body in bodies(store, "played", "red-fight")]
    assert secrets == [secrets[0]] * 4
    assert bodies(store, "played", "red-fight")[-1]["kept"] == list(first)
    assert "void" not in bodies(store, "played", "red-fight")[-1]
    assert verify(store, NAME).is_good


def test_the_same_orders_sent_again_keep_them_too(store: Store) -> None:
    assert again(store, "hit 0203\nhit 0103\n") == fight(store)[0]


def test_a_trifle_and_back_brings_the_old_faces_back(store: Store) -> None:
    first = fight(store)[0]
    other = again(store, "hit 0203\nhit 0103\nhit 0103\n")
    assert {name: other[name] for name in first} == first
    assert again(store, "hit 0103\n") == {name: first[name] for name in first if "0103" in name}
    assert again(store, "hit 0203\nhit 0103\n") == first
    assert again(store, "hit 0203\nhit 0103\nhit 0103\n") == other
    assert verify(store, NAME).is_good


def test_all_steps_that_go_with_it_keep_their_dice(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    play_turn(store, 1)
    steps = ("red-fight", "blue-fight", "weather")
    before = {step: rolls(bodies(store, "played", step)[0]) for step in steps}
    undo(store, NAME, "from here again", "Mo", NOW, to="t1/red-fight")
    finish_fight(store, "RED", 1)
    accept(store, "BLUE", "go B1 0104\nfight:\nhit 0201\n", step="move")
    finish_fight(store, "BLUE", 1)
    assert {step: rolls(bodies(store, "played", step)[1]) for step in steps} == before
    assert verify(store, NAME).is_good


def test_a_step_that_waits_for_an_answer_keeps_the_die_that_fell(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\n", step="move")
    run(store)
    undo(store, NAME, "once more", "Mo", NOW)
    run(store)
    first, second = (rolls(body) for body in bodies(store, "asked"))
    assert first == second
    accept(store, "BLUE", "answer Q1: hold\n")
    run(store)
    held = fight(store)[0]
    undo(store, NAME, "once more", "Mo", NOW)
    run(store)
    accept(store, "BLUE", "answer Q1: run\n")  # he is asked again, and what he did not choose then is unknown
    run(store)
    undo(store, NAME, "once more", "Mo", NOW)
    run(store)
    accept(store, "BLUE", "answer Q1: hold\n")
    run(store)
    assert fight(store)[-1] == held
    assert verify(store, NAME).is_good


# -- however the dice are made --------------------------------------------------------------------------------


def with_links(store: Store) -> None:
    """Both sides give what the coming epoch wants of their chains."""
    for side in ("RED", "BLUE"):
        epoch = status(store, NAME).next_epoch
        accepted(store, side, "", opening(), header={"link": f"{epoch} {link_of(side, epoch)}"})


@pytest.mark.parametrize("mode", ["seed", "chain", "beacon", "seed+chain", "seed+beacon", "chain+beacon"])
def test_in_every_mode_the_same_orders_keep_their_dice(tmp_path: Path, mode: str) -> None:
    terms = agreed(mode, rewind="moderator")
    store = open_with(tmp_path / "pbem.db", terms, opening())
    anchors = {s: {"anchor": anchor_of(s)} for s in ("RED", "BLUE")} if terms.has("chain") else {}
    bid_and_move(store, opening(), **anchors)
    if terms.has("chain"):
        with_links(store)
    adjudicate(store, NAME, moment(REAL), from_vectors)
    undo(store, NAME, "once more", "Mo", moment(REAL), to="t1/red-move")
    adjudicate(store, NAME, moment(REAL), None)  # neither a link nor a round is needed
    first, second = (rolls(body) for body in bodies(store, "played", "red-move"))
    assert first == second
    assert first["R2 enters 0301"][1] == 1
    assert verify(store, NAME).is_good
    alone = judge_post(report(store, NAME, "t1/red-move").text).as_json()
    assert {roll["status"] for roll in alone["rolls"]} <= {"consistent", "bound"}


@pytest.mark.parametrize("mode", ["seed", "seed+beacon", "beacon"])
def test_dice_that_can_fall_must_fall_before_anything_is_taken_back(tmp_path: Path, mode: str) -> None:
    """Else a moderator who knows them, or sees the round, would be rid of them before anybody else has seen them."""
    store = open_with(tmp_path / "pbem.db", agreed(mode, rewind="moderator"), opening())
    bid_and_move(store, opening())
    if mode == "seed":
        undo(store, NAME, "once more", "Mo", opening())
        accepted(store, "RED", "go R1 0102\ngo R2 0301\n", opening(), step="move")
        seal_step(store, NAME, opening())
    with pytest.raises(UsageError, match=r"the orders of t1/red-move are sealed and its dice are ready"):
        undo(store, NAME, "I do not like them", "Mo", moment(REAL))
    with pytest.raises(UsageError, match="play it first"):
        amend(store, NAME, "a slip", order_file("RED", "go R2 0202\n", step="move"), "Mo", moment(REAL))

    def take_back(drafts: list[Draft]) -> None:
        body = {"at": moment(REAL), "who": "Mo", "reason": "quietly", "back": {"turn": 1, "step": "red-move", "seq": 0}}
        drafts.append(Draft("undone", {**body, "taken_back": ["t1/red-move"]}))

    assert any(
        "the dice of t1/red-move were sealed and not yet seen" in what
        for what in faults_of(store.entries("field-1"), take_back)
    )


def test_orders_that_were_sealed_and_taken_back_are_told(tmp_path: Path) -> None:
    """Before the round has fallen nobody knows the dice; that there was a seal is told all the same."""
    store = open_with(tmp_path / "pbem.db", agreed("beacon", rewind="moderator"), opening())
    bid_and_move(store, opening())
    undo(store, NAME, "a slip of the pen", "Mo", opening(), to="t1/red-move")
    adjudicate(store, NAME, opening(OTHER))
    adjudicate(store, NAME, moment(OTHER), from_vectors)
    post = " ".join(report(store, NAME, "t1/red-move").text.split())
    assert "Its orders were already sealed in epoch 1; nobody has seen those dice." in post
    assert verify(store, NAME).is_good


# -- other orders, other dice: in plain sight -----------------------------------------------------------------


def by_undo(store: Store, orders: str) -> None:
    again(store, orders)


def by_amendment(store: Store, orders: str) -> None:
    assert amended(store, orders).is_accepted
    run(store)


@pytest.mark.parametrize("way", [by_undo, by_amendment])
def test_a_die_that_no_longer_counts_stays_in_record_post_status_and_archive(
    store: Store, tmp_path: Path, way: Callable[[Store, str], None]
) -> None:
    first = fight(store)[0]
    way(store, "hit 0103\nhit 0103\n")
    body = bodies(store, "played", "red-fight")[-1]
    gone = [name for name in first if "0203" in name]
    assert [(v["name"], v["epoch"], v["faces"], v["sides"]) for v in body["void"]] == [
        (name, 2, first[name][0], 6) for name in gone
    ]
    assert [one["who"] for one in body["again"]] == ["Mo"]
    post = " ".join(report(store, NAME, "t1/red-fight").text.split())
    assert "This step was taken back and replayed. This post replaces the one for entry" in post
    assert f"Taken back by Mo (entry {body['again'][0]['seq']}): {body['again'][0]['reason']}." in post
    face = first["hit on 0203"][0][0]
    assert f"t1/red-fight/hit on 0203: {face} was rolled before and no longer counts; nothing replaces it." in post
    assert status(store, NAME).retaken == (1, 2)
    archive(store, NAME, str(tmp_path / "out"))
    counted = "Steps were taken back once; 2 dice that fell no longer count."
    assert counted in " ".join((tmp_path / "out" / "README.txt").read_text().split())
    assert counted in " ".join((tmp_path / "out" / "index.html").read_text().split())
    assert verify(store, NAME).is_good


def test_a_trifle_changed_again_and_again_leaves_every_face_in_the_post(tmp_path: Path) -> None:
    """The same attack with a gun more or less: each time a new die falls, and each that fell is told beside it."""
    store = two_attacks(tmp_path)
    name, crt = "t1/cp-combat", "attack on 1904 / crt"
    seen = [resolve(store, 1)[crt]]
    for number, attack in enumerate((AT_1904.replace(" barrage AH-art15", ""), AT_1904.replace("AH-50, ", "")), 2):
        file = HEAD.format("CP") + "step: combat\n" + attack + AT_1703
        assert amend(store, GWE, f"slip {number}", file.encode(), "Carla", NOW).is_accepted
        seen.append(resolve(store, number)[crt])
    assert len({epoch for _, epoch in seen}) == 3
    post = " ".join(report(store, GWE, name).text.split())
    for (face,), _ in seen[:2]:
        assert f"{name}/{crt}: {face} was rolled before and no longer counts; now {seen[2][0][0]}." in post
    assert post.index("slip 2") < post.index("slip 3")
    is_proven(store, name, GWE)
    assert amend(store, GWE, "as it was", (HEAD.format("CP") + "step: combat\n" + AT_1904 + AT_1703).encode(), "C", NOW)
    assert resolve(store, 4)[crt] == seen[0]
    assert verify(store, GWE).is_good


def test_a_post_of_several_steps_tells_it_too(store: Store) -> None:
    amended(store, "hit 0103\n")
    run(store)
    accept(store, "BLUE", "go B1 0104\nfight:\ndone\n", step="move")
    run(store)
    post = " ".join(report(store, NAME, Span(turn=1)).text.split())
    assert "This step was taken back and replayed." in post
    assert "t1/red-fight/hit on 0203: " in post


def test_who_consented_is_told(tmp_path: Path) -> None:
    store = fought(open_with(tmp_path / "pbem.db", agreed("seed", rewind="consent"), NOW))
    assert amended(store, "hit 0103\n").is_accepted
    for side in ("RED", "BLUE"):
        if side not in bodies(store, "proposed")[0]["side"]:
            consent(store, NAME, side, NOW)
    run(store)
    assert "Consent given by: Red Army and Blue Army." in " ".join(report(store, NAME, "t1/red-fight").text.split())


# -- the old faces prove themselves ---------------------------------------------------------------------------


def judged(text: str) -> dict[str, Any]:
    """What the program and the file that stands alone say; they agree."""
    found, alone = judge_post(text).as_json(), verify_dice.judge(post_text(text.encode()))
    for each in (found, alone):
        each["faults"] = [fault["code"] for fault in each["faults"]]
    assert alone == found
    return found


def test_the_old_faces_are_in_the_proof_and_a_forged_one_is_found(store: Store) -> None:
    from pbem.dice.steps import mixed_proof

    amended(store, "hit 0103\n")
    run(store)
    is_proven(store, "t1/red-fight")
    text = report(store, NAME, "t1/red-fight").text
    found = judged(text)
    assert [roll["label"] for roll in found["rolls"]][-2:] == [
        "t1/red-fight/hit on 0203", "t1/red-fight/second on 0203"
    ]  # fmt: skip
    body = bodies(store, "played", "red-fight")[-1]
    void = [
        {"label": f"t1/red-fight/{v['name']}", "faces": [7 - f for f in v["faces"]], "sides": 6, "epoch": v["epoch"]}
        for v in body["void"]
    ]
    sealed = bodies(store, "sealed", "red-move")[0]  # with which the first fight was sealed
    forged = mixed_proof(
        "field-1", "seed", status(store, NAME).anchors, void, inputs={2: sealed["inputs"]},
        links={2: {"moderator": body["secrets"]["2"]["moderator"]}}, salts={2: sealed["salt"]},
    )  # fmt: skip
    assert judged("\n".join(forged))["faults"] == ["dice", "dice"]


@pytest.mark.parametrize("key", ["void", "again", "kept"])
def test_a_record_that_hides_an_old_face_is_found(store: Store, key: str) -> None:
    amended(store, "hit 0103\n")
    run(store)

    def hide(drafts: list[Draft]) -> None:
        at = last(drafts, "played")
        drafts[at] = Draft("played", {name: value for name, value in drafts[at].body.items() if name != key})

    assert any(f"`{key}`" in what for what in faults_of(store.entries("field-1"), hide))


def test_a_record_with_another_old_face_is_found(store: Store) -> None:
    amended(store, "hit 0103\n")
    run(store)

    def turn(drafts: list[Draft]) -> None:
        at = last(drafts, "played")
        void = [{**one, "faces": [7 - face for face in one["faces"]]} for one in drafts[at].body["void"]]
        drafts[at] = Draft("played", {**drafts[at].body, "void": void})

    assert any("`void`" in what for what in faults_of(store.entries("field-1"), turn))
