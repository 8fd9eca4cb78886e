"""Taking a turn file in goes on from what this program has verified before, and from nothing else."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from pbem.desk.amending import amend
from pbem.desk.exchange import import_
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.record.state import State, labels
from pbem.desk.replay.load import load
from pbem.desk.replay.replay import rebuild_state
from pbem.desk.replay.trail import with_turn_before, with_whole_trail
from pbem.desk.replay.verify import verify
from pbem.desk.views import spans
from pbem.desk.views.past import facts_of
from pbem.desk.views.spans import new_steps
from pbem.desk.views.status import status
from pbem.errors import Illegal
from pbem.store.store import Store
from tests.desk.helpers import NAME, NOW, new_store, order_file, play_turn
from tests.desk.two_stores import after_bids, give, head, mail, play_turns, run, two_stores

Stores = tuple[Store, Store]


@pytest.fixture
def stores(tmp_path: Path) -> Stores:
    """Red has moved, and its turn file is still to be taken in by Blue."""
    red, blue = two_stores(tmp_path, turns="2")
    after_bids(red, blue)
    give(red, "RED", "go R2 0301\n", step="move")
    run(red)
    return red, blue


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each replay of the own record has taken."""
    found: list[int] = []

    def counted(entries: Any, *more: Any) -> Any:
        found.append(len(entries))
        return real(entries, *more)

    real = import_.replay_of  # type: ignore[attr-defined]
    monkeypatch.setattr(import_, "replay_of", counted)
    return found


def forged(path: Path, **values: Any) -> None:
    """Other values in the newest snapshot of a store, past the program."""
    with sqlite3.connect(path) as connection:
        seq, text = connection.execute("SELECT seq, state FROM snapshot ORDER BY seq DESC LIMIT 1").fetchone()
        text = json.dumps({**json.loads(text), **values}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        connection.execute("UPDATE snapshot SET state = ? WHERE seq = ?", (text, seq))
    connection.close()


def test_what_was_replayed_before_is_not_replayed_again(stores: Stores, replays: list[int]) -> None:
    red, blue = stores
    taken = mail(red, blue)
    assert taken.entries > 3
    assert replays == []
    assert head(red) == head(blue)
    assert verify(blue, NAME).is_good


@pytest.mark.parametrize("values", [{"made_by": "pbem 0.0.1, tiny 1"}, {"head": "0" * 64}, {"format": 2}])
def test_a_snapshot_of_another_program_or_record_counts_for_nothing(
    stores: Stores, tmp_path: Path, replays: list[int], values: dict[str, Any]
) -> None:
    red, blue = stores
    known = len(blue.entries("field-1"))
    forged(tmp_path / "blue.db", **values)
    assert mail(red, blue).entries
    assert replays == [known]
    assert verify(blue, NAME).is_good


def test_the_next_file_goes_on_from_the_one_that_was_replayed(
    stores: Stores, tmp_path: Path, replays: list[int]
) -> None:
    red, blue = stores
    forged(tmp_path / "blue.db", made_by="pbem 0.0.1, tiny 1")
    mail(red, blue)
    run(blue)
    mail(blue, red)
    assert len(replays) == 1
    assert load(blue, NAME)[0].program == load(blue, NAME)[1].made_by


def test_an_amendment_makes_the_program_read_all(stores: Stores, replays: list[int]) -> None:
    red, blue = stores
    mail(red, blue)
    run(blue)
    mail(blue, red)
    amend(red, NAME, "R2 stays", order_file("RED", "done\n", step="move"), "Anna", NOW)
    known = len(blue.entries("field-1"))
    assert mail(red, blue).entries
    assert replays == [known]


def test_verify_notices_an_altered_snapshot_that_import_went_on_from(stores: Stores, tmp_path: Path) -> None:
    """What an import trusts, the next `verify` does not: here the forger gives himself the luck."""
    red, blue = stores
    text = export_turn(red, NAME, NOW).text.encode()
    forged(tmp_path / "blue.db", luck=[["BLUE", ["fight"], 6, 9, 54]])
    import_turn(blue, text, NOW)
    assert any("snapshot" in fault.what for fault in verify(blue, NAME).faults)


def test_a_position_forged_into_a_snapshot_is_found_by_the_import_itself(stores: Stores, tmp_path: Path) -> None:
    """A step that is played again from it gives other digests than the file says."""
    red, blue = stores
    mail(red, blue)
    run(blue)
    text, position = export_turn(blue, NAME, NOW).text.encode(), load(red, NAME)[1].position.text()
    forged(tmp_path / "red.db", position=position.replace("unit B1 0103 4", "unit B1 0103 3"))
    before = head(red)
    with pytest.raises(Illegal, match="`position` is recorded as"):
        import_turn(red, text, NOW)
    assert head(red) == before


# -- the trail ------------------------------------------------------------------------------------------------


def test_a_snapshot_holds_the_last_turn_and_the_store_the_rest(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db", turns="4")
    lengths = []
    for turn in (1, 2, 3):
        play_turn(store, turn)
        campaign, state = load(store, NAME)
        lengths.append(len(state.trail))
    assert len(set(lengths)) == 1  # no longer after three turns than after one
    whole = rebuild_state(store.entries(campaign.id), campaign)
    assert [past[:3] for past in with_whole_trail(store, campaign, state).trail] == [past[:3] for past in whole.trail]
    assert len(status(store, NAME).played) == len(whole.trail) == 3 * lengths[0]
    assert facts_of(store, NAME, "t1/red-move").label == "t1/red-move"
    assert facts_of(store, NAME, "t1/bids").is_first
    assert not facts_of(store, NAME, "t2/bids").is_first


def test_what_is_new_is_found_without_the_turns_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the campaign: the trail grows a turn at a time, back to the letter that is looked for."""
    store = new_store(tmp_path / "pbem.db", turns="4")
    for turn in (1, 2, 3):
        play_turn(store, turn)
    campaign, state = load(store, NAME)
    kept = with_turn_before(store, campaign, load(store, NAME)[1]).earlier
    silent = len(state.trail)
    real = spans.letters_of
    heard = state.earlier  # as if nobody had written in the last turn
    monkeypatch.setattr(spans, "letters_of", lambda entries, who: (e for e in real(entries, who) if e.seq < heard))
    found = new_steps(store, campaign, state)
    assert state.earlier == kept > 0
    assert [step.label for step in found[-silent:]] == labels(state.trail[-silent:])
    assert labels(state.trail)[0] == "t2/bids"


def test_steps_that_came_in_by_mail_are_looked_up_without_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    red, blue = two_stores(tmp_path, turns="3")
    writer = play_turns(red, blue, 2)
    mail(writer, blue if writer is red else red)

    def never(*_: object) -> State:
        raise AssertionError("the record was replayed from its start")

    monkeypatch.setattr("pbem.desk.replay.replay.rebuild_state", never)
    assert status(red, NAME).played == status(blue, NAME).played
    for label in status(blue, NAME).played:
        assert facts_of(blue, NAME, label).label == label


def test_a_snapshot_that_is_missing_is_made_good_from_the_entries(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db", turns="3")
    play_turn(store, 1)
    play_turn(store, 2)
    played = status(store, NAME).played
    with sqlite3.connect(tmp_path / "pbem.db") as connection:
        connection.execute("DELETE FROM snapshot WHERE seq < (SELECT max(seq) FROM snapshot)")
    connection.close()
    assert status(store, NAME).played == played
    assert facts_of(store, NAME, played[1]).label == played[1]
