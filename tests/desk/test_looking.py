"""Looking: status, history, the facts of a step, positions of the past; with the cache and without it."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from pbem.desk.replay.verify import verify
from pbem.desk.views.history import history
from pbem.desk.views.past import facts_of, position_at
from pbem.desk.views.status import status
from pbem.errors import UsageError
from pbem.store.store import Store
from tests.desk.helpers import NAME, accept, bid, new_store, order_file, play_turn, send


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = new_store(tmp_path / "pbem.db")
    play_turn(made, 1)
    return made


def without_cache(store: Store) -> None:
    raw = sqlite3.connect(store.url.removeprefix("sqlite:///"))
    raw.execute("DELETE FROM snapshot")
    raw.commit()


def test_status_shows_where_the_campaign_stands(store: Store) -> None:
    accept(store, "RED", "bid 8\n", turn=2, step="bid")
    found = status(store, NAME)
    assert (found.turn, found.step, found.step_title, found.is_over) == (2, "bids", "Bids", False)
    assert [(debt.side, debt.player) for debt in found.waiting] == [("BLUE", "Bruno")]
    assert found.played[-1] == "t1/weather"
    plain = found.as_json()
    assert json.loads(json.dumps(plain)) == plain
    assert list(plain["pending"]) == ["RED"]
    assert "bid 8" not in json.dumps(plain)  # sealed orders are not shown


def test_history_has_a_line_for_every_entry(store: Store) -> None:
    send(store, "RED", "nonsense\n", turn=2, step="bid", sender="Rosa")
    lines = history(store, NAME)
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert lines[0].text.startswith("Field-1: tiny field, dice by seed moderator ")
    assert lines[-1].text == "Red Army file from Rosa, refused: 1 problem"
    assert any(line.text.startswith("t1/red-fight: ") for line in lines)
    assert lines[-1].as_json()["kind"] == "submitted"


@pytest.mark.parametrize("cached", [True, False])
def test_the_facts_of_a_step_are_made_again_from_the_record(store: Store, cached: bool) -> None:
    if not cached:
        without_cache(store)
    played = {entry.values()["step"]: entry.values() for entry in store.entries("field-1") if entry.kind == "played"}
    for step, body in played.items():
        found = facts_of(store, NAME, f"t1/{step}")
        assert found.title
        assert [fact.as_json() for fact in found.facts] == body["facts"]
        assert found.after.digest() == body["position"]
        assert (found.before.turn, found.before.step) == (1, step)
        assert set(body["secrets"]) <= {str(epoch) for epoch in found.inputs}
        assert json.loads(json.dumps(found.as_json())) == found.as_json()
    assert facts_of(store, NAME).label == "t1/weather"


@pytest.mark.parametrize("cached", [True, False])
def test_positions_of_the_past(store: Store, cached: bool) -> None:
    if not cached:
        without_cache(store)
    assert position_at(store, NAME, "start").step == "bids"
    assert position_at(store, NAME, "t1/bids").step == "red-move"
    assert position_at(store, NAME, "1 red-move").units["R1"].place == "0102"
    assert position_at(store, NAME) == position_at(store, NAME, "t1/weather")


def test_a_step_that_was_not_played_is_named(store: Store) -> None:
    with pytest.raises(UsageError, match="no step 't1/red-mvoe' has been played: did you mean t1/red-move"):
        position_at(store, NAME, "t1/red-mvoe")
    with pytest.raises(UsageError, match="has been played"):
        facts_of(store, NAME, "t9/bids")


def test_before_the_first_step_there_are_no_facts(tmp_path: Path) -> None:
    fresh = new_store(tmp_path / "other.db")
    with pytest.raises(UsageError, match="no step has been played yet"):
        facts_of(fresh)


def test_a_lost_or_wrong_cache_changes_no_answer(store: Store) -> None:
    before = status(store).as_json()
    without_cache(store)
    assert status(store).as_json() == before
    raw = sqlite3.connect(store.url.removeprefix("sqlite:///"))
    for state in ("", "{}", '{"format":1}', '{"format":99}', "[]"):
        raw.execute("DELETE FROM snapshot")
        raw.execute("INSERT INTO snapshot VALUES ('field-1', ?, 0, ?)", (before["entries"], state))
        raw.commit()
        assert status(store).as_json() == before
    bid(store, turn=2)  # play goes on, and what it writes is a good cache again
    raw.execute("DELETE FROM snapshot WHERE seq = ?", (before["entries"],))
    raw.commit()
    assert verify(store).is_good


def test_a_step_that_comes_again_is_numbered() -> None:
    from pbem.desk.record.state import Past, labels

    trail = [Past(1, "draw", 2), Past(1, "act", 3), Past(1, "draw", 4), Past(2, "draw", 5)]
    assert labels(trail) == ["t1/draw", "t1/act", "t1/draw#2", "t2/draw"]


def test_the_order_file_of_the_tests_is_one_that_players_write() -> None:
    assert order_file("RED", "bid 1\n", step="bid").startswith(b"campaign: Field-1\nside: RED\nturn: 1\nstep: bid\n")
