"""Amending: other orders for a played step. Dice of untouched orders stay, the others are cast anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.amending import amend
from pbem.desk.record.typed import written
from pbem.desk.replay.steps import retold, taken_back
from pbem.desk.replay.verify import verify
from pbem.desk.views.history import history
from pbem.store.entry import Draft
from pbem.store.store import Store
from tests.desk.amends import (
    AT_1703,
    BOTH,
    DICE,
    GWE,
    HEAD,
    amended,
    bodies,
    fought,
    is_proven,
    resolve,
    rolls,
    said,
    two_attacks,
)
from tests.desk.forging import faults_of, last
from tests.desk.helpers import NAME, NOW, accept, bid, finish_fight, new_store, play_turn, run


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return fought(new_store(tmp_path / "pbem.db"))


# -- which dice stay ------------------------------------------------------------------------------------------


def test_dice_of_untouched_orders_stay_and_the_others_are_cast_anew(store: Store) -> None:
    before = rolls(bodies(store, "played", "red-fight")[0])
    assert set(before) == DICE
    receipt = amended(store, "hit 0103\nhit 0103\n")
    assert said(receipt, "taken back: ") == "t1/red-fight"
    assert said(receipt, "dice that stay valid: ") == "hit on 0103; second on 0103"
    assert said(receipt, "dice that no longer count: ") == "hit on 0203; second on 0203"
    assert bodies(store, "amended")[0]["dice"] == {
        "stay": ["hit on 0103", "second on 0103"], "anew": ["hit on 0203", "second on 0203"]
    }  # fmt: skip
    run(store)
    after = bodies(store, "played", "red-fight")[1]
    assert after["kept"] == ["hit on 0103", "second on 0103"]
    cast = rolls(after)
    assert {name: cast[name] for name in after["kept"]} == {name: before[name] for name in after["kept"]}
    assert {epoch for _, epoch in before.values()} == {2}
    assert [cast[name][1] for name in ("hit on 0103 #2", "second on 0103 #2")] == [3, 3]
    assert verify(store).is_good


def test_the_post_of_the_amended_step_shows_old_and_new_dice(store: Store) -> None:
    amended(store, "hit 0203\nhit 0203\n")
    run(store)
    alone = is_proven(store, "t1/red-fight")
    assert [(roll["epoch"], roll["status"]) for roll in alone["rolls"]] == [
        (2, "consistent"), (2, "consistent"), (3, "consistent"), (3, "consistent"),
        (2, "consistent"), (2, "consistent"),  # those that fell and no longer count
    ]  # fmt: skip


def test_the_refuted_line_stays_in_the_record_and_in_the_history(store: Store) -> None:
    before = store.entries("field-1")
    amended(store, "hit 0103\n")
    run(store)
    entries = store.entries("field-1")
    assert entries[: len(before)] == before
    lines = [line.text for line in history(store, NAME) if line.text.startswith("t1/red-fight")]
    assert lines == [
        "t1/red-fight: played, 4 dice, then t1/blue-move",
        "t1/red-fight taken back by Mo: a hex too many",
        "t1/red-fight: orders sealed, epoch 3",
        "t1/red-fight: played, 2 dice, then t1/blue-move",
    ]
    refuted, anew = [told for told in retold(entries) if told.step.label == "t1/red-fight"]
    assert taken_back(entries) == {refuted.seq: "a hex too many"}
    assert rolls(written(refuted.step.body)).keys() == DICE
    assert rolls(written(anew.step.body)).keys() == {"hit on 0103", "second on 0103"}


def test_orders_that_come_back_by_a_second_amendment_bring_no_new_dice_for_what_stood(store: Store) -> None:
    """Taking an order out and putting it in again brings back the dice that fell for it."""
    first = rolls(bodies(store, "played", "red-fight")[0])
    for orders in ("hit 0103\n", BOTH):
        assert amended(store, orders).is_accepted
        run(store)
    cast = rolls(bodies(store, "played", "red-fight")[2])
    assert cast == first
    assert is_proven(store, "t1/red-fight")
    assert verify(store).is_good


def test_later_steps_are_taken_back_too_and_keep_their_dice(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    play_turn(store, 1)
    before = {step: rolls(bodies(store, "played", step)[0]) for step in ("red-fight", "blue-fight", "weather")}
    receipt = amended(store, "hit 0203\n")
    assert said(receipt, "taken back: ") == "t1/red-fight, t1/blue-move, t1/blue-fight, t1/weather"
    later = said(receipt, "dice of later steps stay as they fell, for the same orders: ")
    assert later == "t1/blue-fight, t1/weather"
    assert bodies(store, "amended")[0]["taken_back"] == said(receipt, "taken back: ").split(", ")
    run(store)
    assert rolls(bodies(store, "played", "red-fight")[1]) == before["red-fight"]
    accept(store, "BLUE", "go B1 0104\nfight:\nhit 0201\n", step="move")
    finish_fight(store, "BLUE", 1)
    for step in ("blue-fight", "weather"):
        assert rolls(bodies(store, "played", step)[1]) == before[step]
    assert verify(store).is_good


def test_an_order_that_was_in_an_instalment_keeps_its_dice_when_it_is_given_again(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    accept(store, "BLUE", "standing:\nprefer hold\n")
    accept(store, "RED", "done\nfight:\nhit 0203\nmore\n", step="move")
    run(store)
    accept(store, "RED", "hit 0103\n", step="fight")
    run(store)
    before = rolls(bodies(store, "played", "red-fight")[0])
    receipt = amended(store, "hit 0203\nmore\n")
    assert said(receipt, "dice that stay valid: ") == "hit on 0203; second on 0203"
    run(store)
    accept(store, "RED", "hit 0103\n", step="fight")
    run(store)
    cast = rolls(bodies(store, "played", "red-fight")[1])
    assert cast == before
    assert verify(store).is_good


def test_standing_orders_count_as_they_stood_then(store: Store) -> None:
    """Who knows the dice must not choose again: neither by a new standing order nor in the amendment itself."""
    before = rolls(bodies(store, "played", "red-fight")[0])
    accept(store, "BLUE", "standing:\nprefer run\n")
    amended(store, "hit 0103\n")
    run(store)
    played = bodies(store, "played", "red-fight")[1]
    assert rolls(played) == {name: before[name] for name in ("hit on 0103", "second on 0103")}
    assert [page[2:4] for page in played["pages"] if page[0] == "ask"] == [[["hold"], "kept"]]
    assert verify(store).is_good


# -- a step under way -----------------------------------------------------------------------------------------


def under_way(folder: Path) -> Store:
    """Red has hit 0203; Blue has seen the die and is asked."""
    store = new_store(folder / "pbem.db")
    bid(store)
    accept(store, "RED", f"done\nfight:\n{BOTH}", step="move")
    run(store)
    return store


def test_a_step_that_waits_for_an_answer_keeps_the_die_that_fell(tmp_path: Path) -> None:
    store = under_way(tmp_path)
    before = rolls(bodies(store, "asked")[0])
    receipt = amended(store, "hit 0203\n")
    assert said(receipt, "taken back: ") == "t1/red-fight"
    assert said(receipt, "dice that stay valid: ") == "hit on 0203"
    assert said(receipt, "dice that no longer count: ") == ""
    run(store)
    assert rolls(bodies(store, "asked")[1]) == before == {"hit on 0203": before["hit on 0203"]}
    accept(store, "BLUE", "answer Q1: hold\n")
    run(store)
    cast = rolls(bodies(store, "played", "red-fight")[0])
    assert cast["hit on 0203"] == before["hit on 0203"]
    assert cast["second on 0203"][1] > before["hit on 0203"][1]
    is_proven(store, "t1/red-fight")
    assert verify(store).is_good


def test_an_answer_to_an_order_that_stands_is_kept(tmp_path: Path) -> None:
    store = under_way(tmp_path)
    accept(store, "BLUE", "answer Q1: hold\n")
    run(store)
    before = rolls(bodies(store, "asked")[1])
    assert before.keys() == {"hit on 0203", "second on 0203", "hit on 0103"}
    amended(store, "hit 0203\n")
    assert [ran.label for ran in run(store).ran] == ["t1/red-fight"]  # nobody is asked again
    played = bodies(store, "played", "red-fight")[0]
    assert rolls(played) == {name: before[name] for name in ("hit on 0203", "second on 0203")}
    assert ["hit on 0203, B2", ["hold"], "kept"] in [page[1:4] for page in played["pages"]]
    assert verify(store).is_good


def test_a_step_under_way_whose_die_goes_gets_another_epoch(tmp_path: Path) -> None:
    store = under_way(tmp_path)
    receipt = amended(store, "hit 0103\n")
    assert said(receipt, "dice that no longer count: ") == "hit on 0203"
    run(store)
    asked = bodies(store, "asked")[1]
    assert {name: epoch for name, (_, epoch) in rolls(asked).items()} == {"hit on 0103": 3}
    assert verify(store).is_good


def test_a_kept_die_cannot_be_given_another_face(store: Store) -> None:
    amended(store, "hit 0103\n")
    run(store)

    def better(drafts: list[Draft]) -> None:
        at = last(drafts, "played")
        pages = [
            [*page[:2], [7 - page[2][0]], *page[3:]] if page[0] == "roll" else page for page in drafts[at].body["pages"]
        ]
        drafts[at] = Draft("played", {**drafts[at].body, "pages": pages})

    faults = faults_of(store.entries("field-1"), better)
    assert sum("of the journal says" in what for what in faults) == 2


# -- a real game ----------------------------------------------------------------------------------------------


def test_a_real_attack_is_taken_out_and_the_other_keeps_its_die(tmp_path: Path) -> None:
    store = two_attacks(tmp_path)
    before = resolve(store, 1)
    assert {"attack on 1904 / crt", "attack on 1703 / crt"} <= before.keys()
    file = HEAD.format("CP") + "step: combat\n" + AT_1703
    receipt = amend(store, GWE, "1904 lies over a ridge", file.encode(), "Carla", NOW)
    assert "attack on 1703 / crt" in said(receipt, "dice that stay valid: ").split("; ")
    assert "attack on 1904 / crt" in said(receipt, "dice that no longer count: ")
    after = resolve(store, 2)
    assert after["attack on 1703 / crt"] == before["attack on 1703 / crt"]
    assert "attack on 1904 / crt" not in after
    is_proven(store, "t1/cp-combat", GWE)
    assert verify(store, GWE).is_good
