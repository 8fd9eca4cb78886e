"""Steps that come several times in a turn, and orders that are filed for them in advance."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.adjudicating import adjudicate
from pbem.desk.inbox.receipts import Receipt
from pbem.desk.opening import open_campaign
from pbem.desk.receiving import receive
from pbem.desk.replay.verify import verify
from pbem.desk.views.pages import sheet
from pbem.desk.views.past import facts_of
from pbem.desk.views.status import status
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import cup

NAME, NOW = "Table-1", "2026-11-16T20:00:00Z"
RED_BLUE_RED, RED_RED_BLUE, BLUE_FIRST = "red,blue,red", "red,red,blue", "blue,red,red"


def new_store(path: Path, order: str, turns: int = 2, players: dict[str, str] | None = None) -> Store:
    """A campaign in which the chits come in this order; the first one is drawn."""
    cup.register()
    store = open_store(str(path / "one.db"), create=True)
    open_campaign(
        store,
        NAME,
        "cup",
        "table",
        options={"order": order, "turns": str(turns)},
        secret=bytes(32),
        now=NOW,
        players=players,
    )
    adjudicate(store, NAME, NOW)
    return store


def send(store: Store, side: str, body: str, *, turn: int = 1, step: str = "") -> Receipt:
    head = f"campaign: {NAME}\nside: {side}\nturn: {turn}\n" + (f"step: {step}\n" if step else "")
    return receive(store, NAME, (head + body).encode(), "mail", NOW)


def accept(store: Store, side: str, body: str, *, turn: int = 1, step: str = "") -> Receipt:
    receipt = send(store, side, body, turn=turn, step=step)
    assert receipt.is_accepted, [str(problem) for problem in receipt.problems]
    return receipt


def run(store: Store) -> list[str]:
    return [ran.label for ran in adjudicate(store, NAME, NOW).ran]


def sheet_of(store: Store, side: str) -> str:
    header = [line for line in sheet(store, NAME, side).text.splitlines() if line.startswith(("turn:", "step:"))]
    return "t" + "/".join(line.split(": ")[1] for line in header)


def said(store: Store, step: str = "") -> list[str]:
    return [fact["text"] for fact in facts_of(store, NAME, step).facts if fact.kind == "said"]


# -- steps that come again ------------------------------------------------------------------------------------


def test_the_second_chit_of_a_side_takes_orders_like_the_first(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_RED_BLUE)
    accept(store, "RED", "say one\n", step="red")
    assert run(store) == ["t1/red"]
    accept(store, "RED", "say two\n", step="red")
    assert run(store) == ["t1/red"]
    assert status(store, NAME).played == ("t1/morning", "t1/red", "t1/red#2")
    assert (said(store, "t1/red"), said(store, "t1/red#2")) == (["say one"], ["say two"])
    assert verify(store, NAME).faults == []


def test_orders_filed_ahead_wait_for_their_chit_and_a_later_file_replaces_them(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    accept(store, "BLUE", "blue:\nsay early\n")
    again = accept(store, "BLUE", "blue:\nsay late\n")
    assert any("replaces the orders for Blue acts" in warning for warning in again.warnings)
    accept(store, "RED", "red:\nsay one\n")
    assert run(store) == ["t1/red", "t1/blue"]
    assert said(store) == ["say late"]
    accept(store, "RED", "red:\nsay two\n")
    assert run(store)[0] == "t1/red"


def test_only_the_owner_of_the_drawn_chit_is_waited_for(tmp_path: Path) -> None:
    store = new_store(tmp_path, BLUE_FIRST)
    assert [debt.side for debt in status(store, NAME).waiting] == ["BLUE"]
    accept(store, "RED", "red:\nsay one\n")
    assert [debt.side for debt in status(store, NAME).waiting] == ["BLUE"]
    accept(store, "BLUE", "blue:\nsay b\n")
    assert run(store) == ["t1/blue", "t1/red"]
    assert [debt.side for debt in status(store, NAME).waiting] == ["RED"]


def test_orders_for_a_chit_that_is_played_are_refused_with_the_true_reason(tmp_path: Path) -> None:
    store = new_store(tmp_path, BLUE_FIRST, turns=1)
    accept(store, "BLUE", "blue:\nsay b\n")
    run(store)
    [problem] = send(store, "BLUE", "blue:\nsay again\n").problems
    assert problem.why == "blue has been played in turn 1; its orders can no longer be changed"
    [problem] = send(store, "BLUE", "say x\n", step="red").problems
    assert problem.why == "Blue sends no orders for Red acts"


def test_orders_for_a_chit_that_was_taken_out_are_not_said_to_be_played(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_BLUE_RED, turns=1)
    accept(store, "RED", "red:\nprovoke\n")
    run(store)
    [problem] = send(store, "BLUE", "blue:\nsay b\n").problems
    assert (problem.why, problem.wanted) == (
        "blue does not come up in turn 1 as matters stand",
        "nothing from you at present",
    )


def test_a_sheet_is_for_what_may_come_next(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    assert sheet_of(store, "BLUE") == "t1/blue"
    accept(store, "RED", "red:\nsay one\n")
    accept(store, "BLUE", "blue:\nsay b\n")
    run(store)
    assert sheet_of(store, "RED") == "t1/red"
    assert sheet_of(store, "BLUE") == "t2/blue"


def test_a_file_may_reach_over_the_end_of_the_turn(tmp_path: Path) -> None:
    store = new_store(tmp_path, BLUE_FIRST)
    accept(store, "BLUE", "blue:\nsay b\n")
    accept(store, "RED", "red:\nsay one\n")
    run(store)
    early = accept(store, "BLUE", "blue:\nsay tomorrow\n")
    assert "Blue acts: the orders are for turn 2" in early.warnings
    assert accept(store, "BLUE", "blue:\nsay tomorrow\n", turn=2).canonical == early.canonical
    accept(store, "RED", "red:\nsay two\n")
    run(store)
    assert status(store, NAME).turn == 2
    for _ in range(2):
        if status(store, NAME).step == "red":
            accept(store, "RED", "red:\nsay three\n", turn=2)
            run(store)
    assert said(store, "t2/blue") == ["say tomorrow"]
    assert verify(store, NAME).faults == []


def test_a_turn_of_which_no_step_takes_orders_yet_is_refused(tmp_path: Path) -> None:
    store = new_store(tmp_path, BLUE_FIRST)
    [problem] = send(store, "RED", "red:\nsay one\n", turn=2).problems
    assert problem.why == "turn 2 has not begun; orders are taken for the turn being played"


# -- plans ----------------------------------------------------------------------------------------------------

PLANS = """\
blue:
say always
plan if said x and turn <= 1:
say x-was-said
plan if said y: say y-was-said
plan:
say other
"""


@pytest.mark.parametrize(
    ("red", "spoken"),
    [
        ("x", ["say always", "say x-was-said"]),
        ("y", ["say always", "say y-was-said"]),
        ("z", ["say always", "say other"]),
    ],
)
def test_the_first_plan_that_fits_is_played(tmp_path: Path, red: str, spoken: list[str]) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    receipt = accept(store, "BLUE", PLANS)
    assert (
        "  plan if said x and turn <= 1:\n  say x-was-said\n  plan if said y:\n  say y-was-said\n  plan:\n"
        in receipt.canonical
    )
    accept(store, "RED", f"red:\nsay {red}\n")
    run(store)
    assert said(store, "t1/blue") == spoken


@pytest.mark.parametrize("last", ["", "plan: more\n", "plan:\nmore\n"])
def test_whose_plans_do_not_fit_is_asked(tmp_path: Path, last: str) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    accept(store, "BLUE", f"blue:\nplan if said x:\nsay x-was-said\n{last}")
    accept(store, "RED", "red:\nsay z\n")
    run(store)
    [debt] = status(store, NAME).waiting
    assert (debt.side, debt.kind, debt.what) == ("BLUE", "instalment", "the next part of the orders in blue")
    accept(store, "BLUE", "blue:\nplan if said x: say no\nplan if said z: say z-was-said\n")
    run(store)
    assert said(store, "t1/blue") == ["say z-was-said"]
    assert verify(store, NAME).faults == []


def test_fresh_is_written_out_as_a_fact_of_the_position(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    receipt = accept(store, "BLUE", "blue:\nplan if fresh:\nsay fresh\nplan:\nsay stale\n")
    assert "plan if acted <= 0:" in receipt.canonical
    accept(store, "RED", "red:\nsay one\n")
    run(store)
    assert said(store, "t1/blue") == ["say stale"]


def test_fresh_holds_while_the_enemy_has_not_acted(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_RED_BLUE)
    accept(store, "RED", "red:\nsay one\n")
    run(store)
    accept(store, "RED", "red:\nplan if fresh:\nsay fresh\nplan:\nsay stale\n")
    run(store)
    assert said(store, "t1/red#2") == ["say fresh"]


@pytest.mark.parametrize(
    ("body", "why", "wanted"),
    [
        ("blue:\nplan:\nsay a\nplan if said x:\nsay b\n", "this alternative is never played", "as the last one"),
        ("blue:\nplan if nonsense:\nsay a\n", "this word is not understood here", "`said` or `turn` or `acted`"),
        ("blue:\nplan if said x\nsay a\n", "this word is not understood here", "`:`"),
        ("standing:\nplan if said x:\nsay a\n", "there are no plans under `standing:`", "orders"),
    ],
)
def test_plans_that_cannot_be_read(tmp_path: Path, body: str, why: str, wanted: str) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    problem = send(store, "BLUE", body).problems[0]
    assert why in problem.why
    assert wanted in problem.wanted


# -- called up ------------------------------------------------------------------------------------------------


def test_filed_orders_are_called_up_and_used_up_with_it(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_BLUE_RED)
    accept(store, "BLUE", "blue:\nplan if said x: say ready\n")
    accept(store, "RED", "red:\nsay x\nprovoke\n")
    run(store)
    assert said(store, "t1/red") == ["say x", "say ready"]
    assert status(store, NAME).pending == {}
    assert verify(store, NAME).faults == []


def test_filed_orders_that_do_not_fit_wait_on(tmp_path: Path) -> None:
    store = new_store(tmp_path, RED_RED_BLUE)
    accept(store, "BLUE", "blue:\nplan if said y: say ready\n")
    accept(store, "RED", "red:\nsay x\nprovoke\n")
    run(store)
    assert said(store, "t1/red") == ["say x"]
    assert list(status(store, NAME).pending["BLUE"]) == ["blue"]
