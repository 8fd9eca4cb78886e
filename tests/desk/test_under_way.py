"""A step under way: what has happened in it is shown, what is still sealed is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.desk.replay.load import load
from pbem.desk.replay.under_way import under_way
from pbem.desk.views.gallery import Gallery
from pbem.desk.views.luck import luck
from pbem.desk.views.past import facts_of, position_now
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.store.store import Store
from tests.desk.helpers import accept, bid, new_store, run


@pytest.fixture
def asked(tmp_path: Path) -> Store:
    """Red has attacked 0203, and Blue is asked whether to hold or to run."""
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    accept(store, "RED", "go R1 0102\nfight:\nhit 0203\nmore\n", step="move")
    run(store)
    return store


def test_the_report_has_the_dice_that_have_fallen_in_it(asked: Store) -> None:
    page = report(asked)
    assert page.name == "t1/red-move to t1/red-fight"
    assert "so far" in page.text
    assert "roll 1 ; epoch 2 ; t1/red-fight" in page.text
    assert "Bruno (Blue Army): an answer to 1 question" in page.text


def test_luck_status_and_board_know_it(asked: Store) -> None:
    assert sum(row.dice for row in luck(asked, "", ())) > 0
    assert status(asked).under_way == "t1/red-fight is under way: 1 die has been rolled so far"
    gallery = Gallery(asked, "", "")
    data, label = gallery.still(0, "", delta=True, title="", progress=lambda *_: None, scale=30)
    assert (data[:4], label) == (b"\x89PNG", "t1/red-fight")
    assert facts_of(asked, "", "t1/red-fight").is_complete is False


def test_nothing_is_under_way_before_the_first_and_after_the_last_step(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    campaign, state = load(store)
    assert under_way(campaign, state) is None
    assert position_now(campaign, state) == state.position
    assert status(store).under_way == ""


def test_an_answer_that_came_in_stays_sealed_until_the_step_goes_on(asked: Store) -> None:
    """Who owes a part of the dice must not learn the answer before he gives it."""
    before = under_way(*load(asked))
    accept(asked, "BLUE", "answer Q1: 1\n")
    after = under_way(*load(asked))
    assert before is not None
    assert after is not None
    assert (after.facts, after.after, after.body.late) == (before.facts, before.after, {})


def test_a_sealed_answer_is_not_shown_either(asked: Store) -> None:
    from pbem.desk.adjudicating import seal_step

    before = under_way(*load(asked))
    accept(asked, "BLUE", "answer Q1: 2\n")
    assert seal_step(asked, "", "2026-11-16T21:00:00Z")
    after = under_way(*load(asked))
    assert before is not None
    assert after is not None
    assert (after.facts, after.after) == (before.facts, before.after)
