"""Rigged rules are never called proven: data that differ from the shipped ones are named wherever one looks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem import library
from pbem.desk.archive.check import verify_archive
from pbem.desk.archive.make import archive
from pbem.desk.exchange.export import export_turn
from pbem.desk.exchange.import_ import import_turn
from pbem.desk.opening import open_campaign
from pbem.desk.record.campaign import campaign_from, sha256
from pbem.desk.record.terms import agreed
from pbem.desk.replay.verify import verify, verify_entries
from pbem.desk.views.posts import report
from pbem.desk.views.status import status
from pbem.errors import Illegal, Refused
from pbem.library import shipped
from pbem.store import open_store
from pbem.store.entry import Draft, Head, chained
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.helpers import NAME, NOW, PLAYERS, SECRET, bid, new_store
from tests.guest.card import register as register_ford

UNPLAYABLE = "[strength]\nsteps = -9\nsource = 'ours'\n"
RIGGED = "[strength]\nsteps = 9\nsource = 'ours'\n"
NAMED = "charts.toml, strength.steps: 9 in place of 4"


@pytest.fixture
def rigged(tmp_path: Path) -> Store:
    """A moderated campaign whose counters have more steps than printed; the bids are in."""
    tiny.register()
    (tmp_path / "mine.toml").write_text(RIGGED)
    store = open_store(str(tmp_path / "rigged.db"), create=True)
    open_campaign(
        store, NAME, "tiny", "field", players=PLAYERS, secret=SECRET, now=NOW, charts=str(tmp_path / "mine.toml")
    )  # fmt: skip
    bid(store)
    return store


def test_a_rigged_chart_is_replayed_and_never_proven(rigged: Store) -> None:
    verdict = verify(rigged)
    assert (verdict.is_good, verdict.verdict) == (True, "other data")
    assert verdict.as_json()["data"] == {
        "as_shipped": False, "release": "tiny", "sha256": status(rigged).data.sha256, "changes": [NAMED],
    }  # fmt: skip


def test_status_post_and_archive_name_what_differs(rigged: Store, tmp_path: Path) -> None:
    assert status(rigged).data.lines() == ["Other data than tiny ships", NAMED]
    assert NAMED in " ".join(report(rigged, NAME, "t1/bids").text.split())
    archive(rigged, NAME, str(tmp_path / "all"), is_whole=True)
    assert NAMED in " ".join((tmp_path / "all" / "README.txt").read_text().split())
    for post in (tmp_path / "all" / "posts").glob("*.txt"):
        assert NAMED in " ".join(post.read_text().split())
    record = verify_archive(str(tmp_path / "all"), is_drawn=False).record
    assert record is not None
    assert record.verdict == "other data"


def test_an_honest_campaign_says_that_its_data_are_as_shipped(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db")
    bid(store)
    assert str(status(store).data) == "data as shipped with tiny"
    assert "Data as shipped with tiny." in report(store, NAME, "t1/bids").text
    assert verify(store).verdict == "replayed"


# -- what the record claims counts for nothing ----------------------------------------------------------------


def _forged(store: Store, **values: Any) -> list[Any]:
    drafts = [Draft(entry.kind, entry.values()) for entry in store.entries("field-1")]
    drafts[0] = Draft(drafts[0].kind, {**drafts[0].body, **values})
    return chained(Head(0, ""), drafts)


def test_a_forged_list_of_changes_has_no_place(rigged: Store) -> None:
    faults = verify_entries(_forged(rigged, changes=[]), "field-1").faults
    assert "changes" in faults[0].what


def test_texts_with_hashes_that_fit_them_are_compared_all_the_same(tmp_path: Path) -> None:
    """The forger opens an honest campaign, changes the chart in the record and makes every hash anew."""
    store = new_store(tmp_path / "pbem.db")
    body = store.entries("field-1")[0].values()
    charts = body["texts"]["charts.toml"].replace("steps = 4", "steps = 9")
    texts = {**body["texts"], "charts.toml": charts}
    forged = campaign_from({**body, "texts": texts, "sha256": {name: sha256(text) for name, text in texts.items()}})
    assert forged.data.changes == (NAMED,)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("map.txt", "\n", "\n# a remark\n", "map.txt: the same values, written in another way"),
        ("units.txt", "R1 RED 0101", "R1 RED 0103", 'units.txt, R1: "RED 0103" in place of "RED 0101"'),
        ("field.toml", 'title = "A field"', 'title = "A trap"', 'field.toml, title: "A trap" in place of "A field"'),
    ],
)
def test_map_counters_and_cards_are_compared_too(file: str, old: str, new: str, says: str) -> None:
    tiny.register()
    texts = library.texts_of(tiny.GAME, "field")
    assert old in texts[file]
    found = shipped.compared(tiny.GAME, "field", {**texts, file: texts[file].replace(old, new, 1)})
    assert found.changes == (says,)


def test_files_that_are_missing_or_come_on_top_are_named() -> None:
    tiny.register()
    texts = library.texts_of(tiny.GAME, "field")
    less = {name: text for name, text in texts.items() if name != "map.txt"}
    assert shipped.compared(tiny.GAME, "field", less).changes == ("map.txt: missing",)
    more = shipped.compared(tiny.GAME, "field", {**texts, "x\n=== proof.txt": "?"}).changes
    assert more == ("x?=== proof.txt: none of the files that are shipped",)


def test_a_scenario_of_ones_own_differs_in_everything() -> None:
    tiny.register()
    found = shipped.compared(tiny.GAME, "mine", library.texts_of(tiny.GAME, "field"))
    assert len(found.changes) == 4
    assert not found.is_shipped


def test_a_chart_of_a_real_game_is_named_by_its_row() -> None:
    card = library.game("gwe")
    texts = library.texts_of(card, "historical")
    rows = [line for line in texts["charts.toml"].splitlines() if line.startswith("row6")]
    rigged = texts["charts.toml"].replace(rows[0], rows[0].replace("/", "0/", 1))
    found = shipped.compared(card, "historical", {**texts, "charts.toml": rigged})
    assert [line.partition(":")[0] for line in found.changes] == ["charts.toml, crt.row6"]


def test_many_differences_are_counted() -> None:
    tiny.register()
    texts = library.texts_of(tiny.GAME, "field")
    units = "".join(f"X{number} RED 0101\n" for number in range(100))
    changes = shipped.compared(tiny.GAME, "field", {**texts, "units.txt": units}).changes
    assert len(changes) == shipped.MOST + 1
    assert changes[-1] == "and 64 more"


# -- earlier releases, and games from outside -----------------------------------------------------------------


def test_data_of_an_earlier_release_are_known_again(monkeypatch: pytest.MonkeyPatch) -> None:
    card = library.game("gwe")
    old = {**library.texts_of(card, "historical"), "units.txt": "as it was printed then"}
    assert not shipped.compared(card, "historical", old).is_shipped
    monkeypatch.setattr(shipped, "releases", lambda game: {"historical": {"0.0.9": shipped.digest_of(old)}})
    assert str(shipped.compared(card, "historical", old)) == "data as shipped with pbem 0.0.9"


def test_a_guest_has_shipped_data_too(tmp_path: Path) -> None:
    register_ford()
    card = library.game("ford")
    scenario = next(iter(library.scenarios("ford")))
    texts = library.texts_of(card, scenario)
    assert str(shipped.compared(card, scenario, texts)) == "data as shipped with ford"
    other = shipped.compared(card, scenario, {**texts, f"{scenario}.toml": texts[f"{scenario}.toml"] + "\nx = 1\n"})
    assert str(other) == "other data than ford ships"
    assert other.changes


# -- joining --------------------------------------------------------------------------------------------------


@pytest.fixture
def invitation(tmp_path: Path) -> str:
    tiny.register()
    (tmp_path / "mine.toml").write_text(RIGGED)
    red = open_store(str(tmp_path / "red.db"), create=True)
    open_campaign(
        red, NAME, "tiny", "field", players=PLAYERS, secret=SECRET, now=NOW, charts=str(tmp_path / "mine.toml"),
        dice=agreed("chain"), me="RED",
    )  # fmt: skip
    return export_turn(red, NAME, NOW).text


def test_the_invitation_says_what_differs(invitation: str) -> None:
    assert "Other data than tiny ships:" in invitation
    assert NAMED in invitation


def test_nobody_joins_with_charts_that_would_stop_a_rule(tmp_path: Path) -> None:
    tiny.register()
    (tmp_path / "mine.toml").write_text(UNPLAYABLE)
    red, blue = (open_store(str(tmp_path / f"{side}.db"), create=True) for side in ("red", "blue"))
    open_campaign(  # past the check of `pbem new`, as a forger would
        red, NAME, "tiny", "field", players=PLAYERS, secret=SECRET, now=NOW, charts=str(tmp_path / "mine.toml"),
        dice=agreed("chain"), me="RED",
    )  # fmt: skip
    with pytest.raises(Refused) as refused:
        import_turn(blue, export_turn(red, NAME, NOW).text.encode(), NOW, me="BLUE", accept=True)
    assert "[strength.steps] of charts.toml could not be played with" in str(refused.value)
    assert blue.campaigns() == []


def test_nobody_joins_with_other_data_by_mistake(invitation: str, tmp_path: Path) -> None:
    blue = open_store(str(tmp_path / "blue.db"), create=True)
    with pytest.raises(Illegal, match="the campaign is played with other data than tiny ships") as refused:
        import_turn(blue, invitation.encode(), NOW, me="BLUE")
    problem = refused.value.problem
    assert problem.found == NAMED
    assert problem.wanted == "data as shipped with tiny"
    assert "--accept" in problem.advice
    assert blue.campaigns() == []
    taken = import_turn(blue, invitation.encode(), NOW, me="BLUE", accept=True)
    assert json.loads(json.dumps(taken.as_json()))["data"]["changes"] == [NAMED]
    assert verify(blue).verdict == "other data"
