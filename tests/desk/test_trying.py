"""Trying: orders on a copy, with chosen dice; the store is not touched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.desk.trying import try_orders
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.helpers import NAME, accept, bid, new_store, order_file, run


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = new_store(tmp_path / "pbem.db")
    bid(made)
    return made


FIGHT = order_file("RED", "go R2 0301\nfight:\nhit 0203\n", step="move")


def test_chosen_dice_decide(store: Store) -> None:
    before = store.entries("field-1")
    for faces, place, lost in (("6 6 5", "0301", 1), ("1 6 4", "0201", 0)):
        tried = try_orders(store, NAME, FIGHT, faces)
        assert [step.label for step in tried.steps] == ["t1/red-move", "t1/red-fight"]
        assert tried.steps[0].after.units["R2"].place == place
        assert tried.steps[1].after.units["B2"].steps == 4 - lost
        assert [(q["side"], q["assumed"]) for q in tried.assumed] == [("BLUE", ["hold"])]
    assert store.entries("field-1") == before
    assert json.loads(json.dumps(tried.as_json())) == tried.as_json()


@pytest.mark.parametrize("dice", ["average", "random 3", "hit on 0203=6; second on 0203=6; 4"])
def test_dice_in_words(store: Store, dice: str) -> None:
    assert [step.stopped for step in try_orders(store, NAME, FIGHT, dice).steps] == ["", ""]


def test_a_missing_die_is_named(store: Store) -> None:
    tried = try_orders(store, NAME, FIGHT, "6")
    assert tried.steps[1].stopped == "no die is listed for `hit on 0203` (1d6) after 1 dice taken in order"
    with pytest.raises(UsageError, match="are not understood"):
        try_orders(store, NAME, FIGHT, "loaded")


def test_the_other_sides_sealed_orders_are_not_used(store: Store) -> None:
    """Whatever Blue has sent, Red's try comes out the same."""
    before = try_orders(store, NAME, FIGHT, "6 6 6")
    accept(store, "BLUE", "move:\ngo B2 0204\nfight:\ndone\nstanding:\nprefer run\n")
    assert try_orders(store, NAME, FIGHT, "6 6 6") == before


def test_own_standing_orders_are_used(store: Store) -> None:
    data = order_file("RED", "done\nfight:\ndone\n", step="move")
    assert not try_orders(store, NAME, data).assumed
    accept(store, "RED", "done\nfight:\ndone\nstanding:\nprefer run\n", step="move")
    run(store)
    tried = try_orders(store, NAME, order_file("BLUE", "done\nfight:\nhit 0201\n", step="move"))
    assert [q["side"] for q in tried.assumed] == ["RED"]  # Blue may not look into Red's standing orders


def test_problems_are_told(store: Store) -> None:
    assert try_orders(store, NAME, b"nonsense").problems
    illegal = try_orders(store, NAME, order_file("RED", "go R1 0104\n", step="move"))
    assert [problem.rule for problem in illegal.problems] == ["2.2"]
    later = try_orders(store, NAME, order_file("BLUE", "go B1 0104\n", step="move"))
    assert "you can try these orders once their step comes up" in later.problems[0].why
    assert later.steps == ()


def test_a_step_under_way_goes_on_from_its_journal(store: Store) -> None:
    accept(store, "RED", "done\nfight:\nhit 0203\n", step="move")
    run(store)
    before = store.entries("field-1")
    tried = try_orders(store, NAME, order_file("BLUE", "answer Q1: hold\n"), "6")
    assert [fact.kind for fact in tried.steps[0].facts][:3] == ["rolled", "decided", "rolled"]
    assert store.entries("field-1") == before
