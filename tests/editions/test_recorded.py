"""Campaigns as older editions of the rules have played them: they stay here for ever, and every program keeps them.

tools/examples/record_edition.py makes one for each edition before it is left behind.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pbem import library
from pbem.desk.adjudicating import adjudicate
from pbem.desk.archive.make import contents_of
from pbem.desk.archive.parts import parts_of
from pbem.desk.archive.restore import _snapshots
from pbem.desk.record.campaign import campaign_from
from pbem.desk.record.eyes import position_seen
from pbem.desk.replay.jsonl import entries_from
from pbem.desk.replay.load import load
from pbem.desk.replay.progress import silent
from pbem.desk.replay.today import _first_unlike
from pbem.desk.replay.verdict import Verdict
from pbem.desk.replay.verify import verify
from pbem.desk.upgrading import dry_run, upgrade
from pbem.desk.views.past import facts_of
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.dice.seal import MODERATOR
from pbem.errors import UsageError
from pbem.kernel.facts import fact_from_json
from pbem.library.editions import editions
from pbem.store import open_store
from pbem.store.entry import Entry, Listed, Snapshot
from pbem.store.store import Store
from tests.fuzz.desk_player import NOW, SECRET

RECORDED = sorted(Path(__file__).parent.glob("*.zip"))
NAMES = [path.stem for path in RECORDED]


class Recorded:
    """A campaign of an older edition in a store without snapshots, as if a new program had found it.

    `restored` is the same with the snapshots that `pbem restore` makes: nothing is replayed for each look at it.
    """

    def __init__(self, path: Path, folder: Path) -> None:
        self.game, edition = path.stem.rsplit("-", 1)
        self.edition, self.card = int(edition), library.game(self.game)
        with zipfile.ZipFile(path) as packed:
            files = {name: packed.read(name) for name in packed.namelist()}
        self.entries: list[Entry] = entries_from(files.pop("record.jsonl"))
        self._files = files
        self.store = self._stored(folder / f"{path.stem}.db", [])
        self.restored = self._stored(folder / f"{path.stem}-restored.db", _snapshots(self.entries)[2])

    def _stored(self, path: Path, snapshots: list[Snapshot]) -> Store:
        store = open_store(str(path), create=True)
        opened = campaign_from(self.entries[0].values()).opened
        listed = Listed(opened.campaign, opened.name, opened.at)
        store.restore(listed, self.entries, snapshots, self._files.values(), {MODERATOR: SECRET.hex()})
        return store

    @property
    def is_older(self) -> bool:
        return self.edition < self.card.edition

    @property
    def played(self) -> list[dict[str, Any]]:
        """What the record says of each step."""
        return [entry.values() for entry in self.entries if entry.kind == "played"]


@pytest.fixture(scope="module", params=RECORDED, ids=NAMES)
def found(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return Recorded(request.param, tmp_path_factory.mktemp("edition"))


@pytest.fixture(scope="module")
def verdict(found: Recorded) -> Verdict:
    return verify(found.store)


def test_the_first_edition_of_each_game_is_here() -> None:
    assert {"gwe-1", "caporetto-1"} <= set(NAMES)
    for path in RECORDED:
        assert path.stat().st_size < 300_000, "they are for ever: keep them small"


def test_it_loads_as_it_was_left(found: Recorded) -> None:
    campaign, state = load(found.store)
    assert state.edition == campaign.opened.edition == found.edition
    assert state.position.digest() == found.played[-1]["position"]
    assert status(found.store).head == found.entries[-1].hash
    assert len(status(found.store).played) == len(found.played)


def test_every_step_is_told_by_the_facts_of_the_record(found: Recorded) -> None:
    labels = status(found.store).played
    for label, body in zip(labels[:: len(labels) // 12], found.played[:: len(labels) // 12], strict=True):
        # The last of them from the bare record too: it says the same.
        for store in (found.restored, found.store) if label == labels[:: len(labels) // 12][-1] else (found.restored,):
            step = facts_of(store, step=label)
            assert [fact.as_json() for fact in step.facts] == body["facts"]
            assert step.after.digest() == body["position"]
            assert step.title in report(store, "", label).text


def test_nothing_that_was_played_is_adjudicated_again(found: Recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_rules(*_: object, **__: object) -> None:
        raise AssertionError("rules were asked")

    if found.is_older:
        monkeypatch.setattr("pbem.desk.record.kinds.run.run_open", no_rules)
    assert load(found.store)[1].seq == len(found.entries)


def test_its_archive_tells_all_of_it(found: Recorded) -> None:
    contents, left_out, _ = contents_of(found.restored, "", is_whole=True)
    names = [name for name, _ in parts_of(contents, silent, is_drawn=False)]
    assert left_out == 0
    assert sum(name.startswith("posts/") and name.endswith(".txt") for name in names) == len(found.played)


def test_verify_finds_no_fault_and_knows_its_data(found: Recorded, verdict: Verdict) -> None:
    assert [str(fault) for fault in verdict.faults] == []
    assert verdict.is_good
    assert (verdict.steps, verdict.older) == (len(found.played), len(found.played) if found.is_older else 0)
    assert str(verdict.data) == f"data as shipped with pbem {editions(found.game)[found.edition].released}"


def test_verify_names_what_todays_rules_play_otherwise(found: Recorded, verdict: Verdict) -> None:
    """The seeds of the recorded games were chosen so that the next edition differs."""
    if not found.is_older:
        assert (verdict.verdict, verdict.differs) == ("replayed", [])
        return
    assert verdict.verdict == "recorded"
    for one in verdict.differs:
        assert (one.edition, one.release) == (found.edition, f"pbem {editions(found.game)[found.edition].released}")
        assert one.recorded != one.today or one.recorded.startswith("not public")
        assert one.changes, one
        assert one.rule, one
    assert verdict.as_json()["good"] is True
    assert 0 < len(verdict.differs) < len(found.played)


def test_verify_tells_nobody_what_a_side_must_not_know(found: Recorded, verdict: Verdict) -> None:
    """Where the game hides things and is in progress, it says where editions differ, and not what happened there."""
    campaign, state = load(found.store)
    text = json.dumps(verdict.as_json()) + "\n".join(line for one in verdict.differs for line in one.lines())
    seen = position_seen(campaign, state.position, "")
    hidden = [unit for unit in state.position.units if unit not in seen.units]
    assert bool(hidden) == (found.game == "caporetto")
    assert [unit for unit in hidden if f" {unit}" in text or f"-{unit}" in text] == []
    for one in verdict.differs:
        assert (one.recorded == one.today == "not public while the game is in progress") == bool(hidden)


def test_where_no_listed_change_names_the_rule_it_says_so(found: Recorded, verdict: Verdict) -> None:
    for one in verdict.differs:
        lines = [line for line in one.lines() if "no listed change names" in line]
        assert len(lines) == (not one.is_named)
        if not one.is_named:
            assert not [change for change in one.changes if one.rule in change.partition(":")[0].split(", ")]


def test_other_words_in_a_refusal_are_no_other_rule() -> None:
    fact = {"kind": "dropped", "rule": "7.0", "order": "move IT-7", "why": "no way"}
    then, today = (fact_from_json({**fact, "advice": words}) for words in ("go round", "take the bridge"))
    assert _first_unlike([then], [today]) is None
    assert _first_unlike([then], [fact_from_json({**fact, "why": "no path", "advice": "go round"})]) is None
    assert _first_unlike([then], [fact_from_json({**fact, "rule": "7.1", "advice": "go round"})]) is not None


def test_it_goes_on_by_todays_rules_when_the_moderator_says_so(found: Recorded) -> None:
    """The last test of the campaign: it changes the store."""
    if not found.is_older:
        with pytest.raises(UsageError, match="the newest here"):
            dry_run(found.store, "")
        return
    with pytest.raises(UsageError, match=f"Play on with pbem {editions(found.game)[found.edition].released}"):
        adjudicate(found.store, "", NOW)
    assert dry_run(found.store, "")[1].differs
    upgrade(found.store, "", "", "Mo", NOW)
    adjudicate(found.store, "", NOW)
    assert status(found.store).edition == found.card.edition
    assert verify(found.store).faults == []
