"""Every refusal says what was found, what was wanted, why, where and what to do; and the file is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.checking import check
from pbem.desk.inbox.receipts import RAISE, Receipt
from pbem.desk.receiving import receive
from pbem.errors import Problem
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, accept, bid, new_store, order_file, play_turn, run, send


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "pbem.db", turns="2")


def the_problem(receipt: Receipt) -> Problem:
    """The only problem, complete in all its parts."""
    assert not receipt.is_accepted
    (problem,) = receipt.problems
    for part in ("why", "found", "wanted", "advice"):
        assert getattr(problem, part), f"{part} is empty: {problem}"
    assert problem.spot is not None
    return problem


def refused(store: Store, data: bytes) -> Problem:
    """The problem of a file, the same on checking and on receiving; the latter is kept, the state is not changed."""
    checked = check(store, NAME, data)
    before = store.glance("field-1")
    receipt = receive(store, NAME, data, "mail", NOW)
    assert receipt.problems == checked.problems
    after = store.glance("field-1")
    assert before is not None
    assert after is not None
    assert after.head.seq == before.head.seq + 1
    assert store.entries("field-1")[-1].values()["verdict"] == "refused"
    return the_problem(receipt)


RED_BID = "bid 1\n"
OTHER = order_file("RED", RED_BID, step="bid", campaign="Other")


@pytest.mark.parametrize(
    ("data", "why", "found", "wanted", "line"),
    [
        (OTHER, "for another campaign", "Other", "campaign: Field-1", 1),
        (b"side: RED\nturn: 1\nstep: bid\nbid 1", "does not name the campaign", "no `campaign:`", "campaign: ", 1),
        (order_file("GREEN", RED_BID, step="bid"), "has no such side", "GREEN", "side: Red Army or side: Blue Army", 2),
        (b"campaign: Field-1\nturn: 1\nbid 1", "does not say whose orders", "no `side:`", "side: Red Army", 1),
        (order_file("RED", RED_BID, turn=2, step="bid"), "turn 2 has not begun", "turn: 2", "turn: 1", 3),
        (order_file("RED", RED_BID, turn="one", step="bid"), "the turn is not a number", "one", "turn: 1", 3),
        (b"campaign: Field-1\nside: RED\nstep: bid\nbid 1", "for which turn", "no `turn:`", "turn: 1", 1),
        (b"campaign: Field-1\nside: RED\nbid:\nbid 1", "for which turn", "no `turn:`", "turn: 1", 1),
        (order_file("RED", RED_BID, step="bidd"), "no step of this name", "bidd", "one of bid, move, fight", 4),
        (order_file("RED", "done", step="blue-move"), "no orders for Blue Army: moves", "blue-move", "one of bid", 4),
        (order_file("RED", ""), "gives no orders", "a header only", "at least one order", 1),
        (order_file("RED", "jump 1\n", step="bid"), "no order begins with this word", "jump", "one of bid, go, hit", 5),
        (order_file("RED", "bid many\n", step="bid"), "a number belongs here", "many", "a number of points", 5),
        (order_file("RED", "answer Q1: 1\n"), "no question waits for an answer", "Q1", "orders, or nothing", 4),
        (order_file("RED", "go R1 0909\n", step="move"), "has no hex 0909", "0909", "a hex number", 5),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_taken(store: Store, data: bytes, why: str, found: str, wanted: str, line: int) -> None:
    problem = refused(store, data)
    assert why in problem.why
    assert found in problem.found
    assert wanted in problem.wanted
    assert problem.spot is not None
    assert problem.spot.line == line


def test_a_turn_that_has_been_played(store: Store) -> None:
    play_turn(store, 1)
    assert refused(store, order_file("RED", RED_BID, turn=1, step="bid")).why == "turn 1 has been played"


def test_a_step_that_has_been_played(store: Store) -> None:
    bid(store)
    problem = refused(store, order_file("RED", RED_BID, step="bid"))
    assert problem.why == "bid has been played in turn 1; its orders can no longer be changed"
    assert problem.wanted == "the campaign is at Red Army: moves"
    in_section = refused(store, order_file("RED", "bid:\nbid 2\n"))
    assert in_section.why == problem.why
    assert in_section.spot is not None
    assert in_section.spot.line == 5


def test_a_step_that_is_sealed(store: Store) -> None:
    bid(store)
    accept(store, "RED", "done\nfight:\nhit 0203\nmore\n", step="move")
    assert run(store).waiting
    for side, step, why in (
        ("RED", "fight", "Red Army: fights is sealed: it has begun, and its orders can no longer be changed"),
        ("BLUE", "red-fight", "Blue Army sends no orders for Red Army: fights"),
    ):
        assert refused(store, order_file(side, "hit 0203\n", step=step)).why == why


def test_lines_without_a_step_when_another_side_is_to_move(store: Store) -> None:
    bid(store)
    problem = refused(store, order_file("BLUE", "go B1 0102\n"))
    assert problem.why == "the file does not say for which step these orders are"
    assert "`step:` in the header, or a section such as `bid:` or `move:` or `fight:`" in problem.wanted


def test_a_section_of_which_there_is_no_step(store: Store) -> None:
    from dataclasses import replace

    from pbem import library
    from tests.desk import tiny

    card = replace(tiny.GAME, sections=(*tiny.GAME.sections, "siege"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiny, "GAME", card)
        assert library.game("tiny") is card
        problem = refused(store, order_file("RED", "siege:\nhit 0203\n"))
    assert problem.why == "Red Army sends no orders for siege"
    assert problem.wanted == "one of bid, move, fight, weather"


def test_after_the_end_of_the_game(store: Store) -> None:
    for turn in (1, 2):
        play_turn(store, turn)
    assert run(store).is_over
    problem = refused(store, order_file("RED", "move:\ngo R1 0102\n", turn=2))
    assert problem.why == "the game is over"


def test_an_illegal_order_is_refused_with_its_rule(store: Store) -> None:
    bid(store)
    problem = refused(store, order_file("RED", "go R2 0202\n\ngo R1 0104\n", step="move"))
    assert (problem.family, problem.rule, problem.why) == ("illegal", "2.2", "R1 goes one hex; 0104 is further")
    assert problem.spot is not None
    assert problem.spot.line == 7


def test_all_problems_come_at_once_in_the_order_of_the_lines(store: Store) -> None:
    bid(store)
    body = "go R1 0104\njump\ngo B1 0102\ngo R2 9999\n"
    receipt = send(store, "RED", body, step="move")
    assert [p.spot.line for p in receipt.problems if p.spot] == [5, 6, 7, 8]
    assert [p.family for p in receipt.problems] == ["illegal", "unreadable", "illegal", "unreadable"]


def test_a_header_with_several_faults_names_all_of_them(store: Store) -> None:
    receipt = receive(store, NAME, b"campaign: X\nside: Y\nturn: 9\nbid 1\n", "mail", NOW)
    assert [p.spot.line for p in receipt.problems if p.spot] == [1, 2, 3]


def test_a_thousand_problems_are_cut_to_the_first_ones(store: Store) -> None:
    receipt = send(store, "RED", "jump\n" * 1000, step="bid")
    assert len(receipt.problems) == 201
    assert [p.why for p in receipt.problems if not p.spot] == ["and 800 problems more"]


def test_a_file_with_too_many_lines_is_not_read(store: Store) -> None:
    problem = refused(store, order_file("RED", "bid 1\n" * 6000, step="bid"))
    assert (problem.found, problem.wanted) == ("6000 lines", "at most 5000 lines")


def test_press_that_is_too_long(store: Store) -> None:
    receipt = send(store, "RED", "press:\n" + "word word word\n" * 2000)
    assert [p.why for p in receipt.problems] == ["the press is too long"]


def test_a_fault_of_the_program_is_not_hidden_from_the_tests(store: Store) -> None:
    with pytest.raises(IndexError, match="a fault of the rules"):
        send(store, "RED", "crash\n", step="bid")


def test_a_fault_of_the_program_does_not_cost_the_file(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RAISE)
    data = order_file("RED", "crash\n", step="bid")
    receipt = receive(store, NAME, data, "mail", NOW)
    assert [p.why for p in receipt.problems] == ["the program failed on this file"]
    assert "IndexError: a fault of the rules" in receipt.problems[0].found
    assert store.submission(receipt.sha256) == data
