"""Receiving: sections kept for later, files that replace files, standing orders, press, answers, instalments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.desk.checking import check
from pbem.desk.record.open_step import Open
from pbem.desk.record.state import State
from pbem.desk.replay.load import load
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.helpers import NAME, accept, bid, new_store, order_file, owes, run, send


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db")


def state_of(store: Store) -> State:
    return load(store, NAME)[1]


def asked(store: Store, attack: str = "hit 0203\n") -> Open:
    """Red has attacked, a die has fallen, and the step waits."""
    bid(store)
    accept(store, "RED", f"done\nfight:\n{attack}", step="move")
    run(store)
    found = state_of(store).open
    assert found is not None
    return found


# -- orders ---------------------------------------------------------------------------------------------------


def test_the_receipt_shows_what_was_understood(store: Store) -> None:
    bid(store)
    receipt = accept(store, "red army", "GO r1 -> 0102\nfight:\nhit hilltop\npress:\nHo ho.\n", step="MOVE")
    assert receipt.canonical == (
        "campaign: Field-1\nside: Red Army\nturn: 1\nstep: red-move\n"
        "move:\n  go R1 0102\nfight:\n  hit 0301\npress:\n  Ho ho.\n"
    )
    assert receipt.steps == ("red-move", "red-fight")
    assert receipt.seq == 6
    assert json.loads(json.dumps(receipt.as_json())) == receipt.as_json()


def test_a_later_step_and_several_sections_are_kept_until_they_come(store: Store) -> None:
    accept(store, "BLUE", "move:\ngo B1 0104\nfight:\ndone\n")
    accept(store, "BLUE", "bid 1\n", step="bid")
    accept(store, "RED", "bid 1\nmove:\ndone\nfight:\ndone\n", step="bid")
    done = run(store)
    assert [ran.label for ran in done.ran] == [
        "t1/bids", "t1/red-move", "t1/red-fight", "t1/blue-move", "t1/blue-fight", "t1/weather",
    ]  # fmt: skip
    assert [debt.side for debt in done.waiting] == ["RED", "BLUE"]


def test_a_section_before_its_step_is_said_to_be_unchecked(store: Store) -> None:
    receipt = accept(store, "BLUE", "go B1 0301\n", step="move")
    assert receipt.warnings == (
        "Blue Army: moves comes after Bids: whether its orders are legal is decided when it is played",
    )


def test_a_later_section_is_rehearsed_behind_the_first(store: Store) -> None:
    bid(store)
    receipt = accept(store, "RED", "go R1 0102\nfight:\nhit 0104\n", step="move")
    assert receipt.warnings == ("Red Army: fights, line 7: as matters would stand by then, 0104 is empty [3.1]",)


def test_the_check_goes_as_far_as_dice_allow(store: Store) -> None:
    bid(store)
    receipt = accept(store, "RED", "go R2 0301\nfight:\nhit 0203\n", step="move")
    assert receipt.checked_to == "hit on 0203"  # the rough hex was entered with the kindest die
    assert [(row.side, row.topic) for row in receipt.mails] == [("RED", "your units are hit")] * 2
    assert [(row.side, row.topic) for row in receipt.others] == [("BLUE", "hit on 0203")]
    assert receipt.defaults[0] == "your units are hit: you are asked"


def test_a_second_file_replaces_the_first_until_the_step_is_sealed(store: Store) -> None:
    accept(store, "RED", "bid 1\n", step="bid")
    receipt = accept(store, "RED", "bid 9\n", step="bids")
    assert receipt.warnings == ("replaces the orders for Bids of entry 2",)
    accept(store, "BLUE", "bid 1\n", step="bid")
    run(store)
    assert state_of(store).position.notes["bid.RED"] == "9"


def test_a_refused_file_replaces_nothing(store: Store) -> None:
    accept(store, "RED", "bid 1\n", step="bid")
    assert not send(store, "RED", "bid 9\nnonsense\n", step="bid").is_accepted
    assert state_of(store).pending["RED"]["bids"].lines == ("bid 1",)


def test_without_a_step_lines_belong_to_the_step_that_waits(store: Store) -> None:
    receipt = accept(store, "RED", "bid 5\n")
    assert receipt.warnings == ("the header names no step; pbem reads the orders as bid, which is due",)
    assert list(state_of(store).pending["RED"]) == ["bids"]
    assert accept(store, "RED", "bid 5\n", step="bid").warnings == ("replaces the orders for Bids of entry 2",)


def test_done_gives_no_orders_and_an_empty_section_too(store: Store) -> None:
    bid(store)
    assert accept(store, "RED", "done\n", step="move").steps == ("red-move",)
    assert accept(store, "RED", "fight:\n").steps == ("red-fight",)
    assert [ran.label for ran in run(store).ran] == ["t1/red-move", "t1/red-fight"]


def test_orders_of_a_turn_that_is_over_are_dropped(store: Store) -> None:
    accept(store, "RED", "bid 1\nmove:\ndone\nfight:\ndone\n", step="bid")
    accept(store, "BLUE", "bid 1\nmove:\ndone\nfight:\ndone\n", step="bid")
    run(store)
    accept(store, "BLUE", "bid 2\n", turn=2, step="bid")
    assert {side: list(sent) for side, sent in state_of(store).pending.items() if sent} == {"BLUE": ["bids"]}


def test_a_wrong_signature_is_mentioned(store: Store) -> None:
    receipt = accept(store, "RED", "player: Bruno\nbid 1\n", step="bid")
    assert receipt.warnings == ("the file is signed by Bruno, but Rosa plays Red Army",)


def test_press_is_published_with_the_next_step(store: Store) -> None:
    accept(store, "RED", "press:\nWe come!\n")
    accept(store, "BLUE", "press:\nCome on.\n")
    bid(store)
    assert store.entries("field-1")[-1].values()["press"] == [["RED", "We come!"], ["BLUE", "Come on."]]
    assert state_of(store).press == []


def test_a_check_records_nothing(store: Store) -> None:
    before = store.entries("field-1")
    receipt = check(store, NAME, order_file("RED", "bid 1\n", step="bid"))
    assert (receipt.verdict, receipt.seq, receipt.head) == ("accepted", 0, "")
    assert store.entries("field-1") == before


def test_a_campaign_must_be_named_where_there_are_several(store: Store) -> None:
    from pbem.desk.opening import open_campaign

    assert owes(store).campaign == check(store, "", order_file("RED", "bid 1\n")).campaign
    open_campaign(store, "other", "tiny", "field")
    with pytest.raises(UsageError, match=r"several campaigns; name one of .*Field-1"):
        check(store, "", order_file("RED", "bid 1\n"))
    with pytest.raises(UsageError, match="there is no campaign called 'Feild-1': did you mean Field-1"):
        check(store, "Feild-1", b"")


# -- standing orders ------------------------------------------------------------------------------------------


def test_standing_orders_replace_those_before(store: Store) -> None:
    accept(store, "BLUE", "standing:\nprefer hold\nprefer run\n")
    receipt = accept(store, "BLUE", "standing:\nprefer run\n")
    assert receipt.warnings == ("replaces 2 standing orders given before",)
    assert state_of(store).standing == {"BLUE": ("prefer run",)}
    assert accept(store, "BLUE", "standing:\ndone\n").warnings == ("takes back 1 standing order given before",)
    assert state_of(store).standing == {"BLUE": ()}


def test_standing_orders_count_from_the_next_seal_on(store: Store) -> None:
    """A step under way is not answered by standing orders that came after its dice."""
    asked(store)
    accept(store, "BLUE", "standing:\nprefer run\n")
    assert run(store).ran == ()
    assert owes(store).waiting[0].side == "BLUE"


# -- answers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["Q1: 2", "q1: run", "1: RUN", "hit on 0203, B2: 2", "Q1 : run"])
def test_an_answer_by_number_or_key_with_word_or_number(store: Store, answer: str) -> None:
    opened = asked(store)
    accept(store, "BLUE", f"answer {answer}\n")
    run(store)
    pages = next(e for e in reversed(store.entries("field-1")) if e.kind == "played").values()["pages"]
    assert pages[-1] == ["ask", opened.questions[0]["key"], ["run"], "answer", 0]


@pytest.mark.parametrize("step", ["red-fight", "fight", "Red Army: fights", "answers"])
def test_an_answer_may_name_the_step_that_asked(store: Store, step: str) -> None:
    """A question that is quoted and answered carries the other side's step in its header."""
    asked(store)
    for section in ("answers:\n", ""):
        accept(store, "BLUE", f"{section}answer Q1: run\n", step=step)
    assert [ran.label for ran in run(store).ran] == ["t1/red-fight"]


def test_an_answer_to_a_step_that_did_not_ask_is_refused(store: Store) -> None:
    asked(store)
    receipt = send(store, "BLUE", "answer Q1: run\n", step="red-move")
    assert receipt.problems[0].why == "Blue Army sends no orders for Red Army: moves"


@pytest.mark.parametrize(
    ("answer", "why", "wanted"),
    [
        ("Q2: 1", "there is no such question", "one of Q1 (hit on 0203, B2)"),
        ("Q1: 3", "this is not one of the options", "one of 1 hold, 2 run"),
        ("Q1: rum", "this is not one of the options", "one of 1 hold, 2 run"),
        ("Q1: 1, 2", "exactly one option is wanted", "one of 1 hold, 2 run"),
        ("Q1: none", "exactly one option is wanted", "one of 1 hold, 2 run"),
        ("Q1: 1, hold", "the same option is chosen twice", "one of 1 hold, 2 run"),
        ("Q1: 1\nanswer Q1: 2", "Q1 is answered twice", "one answer"),
        ("Q1 1", "an answer needs a colon before the choice", "`answer Q1: 2`"),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(store: Store, answer: str, why: str, wanted: str) -> None:
    asked(store)
    receipt = send(store, "BLUE", f"answer {answer}\n")
    (problem,) = receipt.problems
    assert (problem.why, problem.wanted) == (why, wanted)
    assert problem.found
    assert problem.advice
    assert problem.spot is not None
    assert run(store).ran == ()


def test_only_the_side_that_was_asked_can_answer(store: Store) -> None:
    asked(store)
    assert send(store, "RED", "answer Q1: 1\n").problems[0].why == "no question waits for an answer of yours"


def test_an_answer_can_be_replaced_until_the_step_goes_on(store: Store) -> None:
    asked(store)
    accept(store, "BLUE", "answer Q1: hold\n")
    assert accept(store, "BLUE", "answer Q1: run\n").warnings[0] == "replaces the answer to hit on 0203, B2"
    run(store)
    assert state_of(store).open is None


# -- instalments ----------------------------------------------------------------------------------------------


def test_instalments_are_orders_for_the_step_under_way(store: Store) -> None:
    asked(store, "hit 0203\nmore\n")
    accept(store, "BLUE", "answer Q1: run\n")
    assert [debt.what for debt in run(store).waiting] == ["the next part of the orders in fight"]
    receipt = accept(store, "RED", "hit 0103\n", step="fight")
    assert receipt.canonical.endswith("step: red-fight\nfight:\n  hit 0103\n")
    run(store)
    names = [page[1] for page in store.entries("field-1")[-1].values()["pages"]]
    assert "hit on 0103" in names


def test_an_illegal_instalment_is_refused(store: Store) -> None:
    asked(store, "hit 0203\nmore\n")
    accept(store, "BLUE", "answer Q1: run\n")
    run(store)
    receipt = send(store, "RED", "hit 0104\n", step="fight")
    assert [problem.rule for problem in receipt.problems] == ["3.1"]
    assert accept(store, "RED", "done\n", step="fight").warnings == ()


def test_an_instalment_is_no_choice(store: Store) -> None:
    asked(store, "hit 0203\nmore\n")
    accept(store, "BLUE", "answer Q1: run\n")
    run(store)
    receipt = send(store, "RED", "answer Q1: 1\n")
    assert receipt.problems[0].why == "Q1 asks for the next part of your orders, not for a choice"
