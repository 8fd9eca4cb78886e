"""Opening a campaign: the first entry alone must suffice for a replay in five years."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem import library
from pbem.desk.opening import open_campaign
from pbem.desk.record.campaign import campaign_from
from pbem.dice.derive import salt_root
from pbem.dice.seal import links_of
from pbem.errors import Refused, Unreadable, UsageError
from pbem.store import open_store
from pbem.store.store import Store
from tests.desk import tiny
from tests.desk.helpers import NOW, PLAYERS, SECRET, new_store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    tiny.register()
    return open_store(str(tmp_path / "pbem.db"), create=True)


def test_the_first_entry_holds_everything(tmp_path: Path) -> None:
    store = new_store(tmp_path / "pbem.db", turns="2")
    (entry,) = store.entries("field-1")
    body = entry.values()
    assert (entry.kind, body["format"], body["name"], body["game"], body["edition"]) == (
        "opened",
        3,
        "Field-1",
        "tiny",
        1,
    )
    assert (body["scenario"], body["options"]) == ("field", {"turns": "2"})
    assert body["players"] == {"RED": "Rosa", "BLUE": "Bruno"}
    assert set(body["texts"]) == {"field.toml", "map.txt", "units.txt", "charts.toml"} == set(body["sha256"])
    assert body["dice"] == {
        "mode": "seed", "scheme": "pbem-dice/1", "links": 4096, "refusal": "wait", "rewind": "moderator",
        "beacon": "", "days": 0, "early": False,
        "anchors": {"moderator": links_of("field-1", SECRET)[0].hex()},
        "salts": links_of("field-1", salt_root("field-1", SECRET), party="salt")[0].hex(),
    }  # fmt: skip
    assert SECRET.hex() not in entry.body


def test_the_record_needs_no_data_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = new_store(tmp_path / "pbem.db")
    monkeypatch.setattr(library, "data_text", lambda *_: pytest.fail("a data file was read"))
    body = store.entries("field-1")[0].values()
    campaign = campaign_from(body)
    assert campaign.game.set_up(campaign.scenario).digest() == body["position"]


def test_without_a_secret_a_random_one_is_drawn(store: Store) -> None:
    found = [open_campaign(store, name, "tiny", "field", now=NOW).commitment for name in ("one", "two")]
    assert found[0] != found[1]
    assert len(store.secret("one", "moderator")) == 64


def test_the_answer_says_what_was_opened(store: Store) -> None:
    opened = open_campaign(store, "X-1", "tiny", "field", players=PLAYERS, secret=SECRET, now=NOW)
    assert json.loads(json.dumps(opened.as_json())) == opened.as_json()
    assert (opened.turn, opened.step, opened.title) == (1, "bids", "A field")
    assert opened.head == store.entries("x-1")[0].hash


@pytest.mark.parametrize("name", ["isonzo-2026", "A", "x" * 60, "a.b_c-d", "7"])
def test_good_names(store: Store, name: str) -> None:
    assert open_campaign(store, name, "tiny", "field", now=NOW).campaign == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x" * 61,
        "a/b",
        "../x",
        "a\\b",
        "a'b",
        'a"b',
        "a b",
        "a\n",
        "\x07bell",
        "a\0b",
        ".hidden",
        "-x",
        "Größe",
        "a;b",
    ],
)
def test_bad_names_are_refused_with_what_is_wanted(store: Store, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name of a campaign: use 1 to 60 letters") as error:
        open_campaign(store, name, "tiny", "field", now=NOW)
    assert str(error.value).isprintable()
    assert store.campaigns() == []


def test_names_that_differ_in_case_only_are_one(store: Store) -> None:
    open_campaign(store, "Isonzo", "tiny", "field", now=NOW)
    with pytest.raises(UsageError, match="already has a campaign called isonzo"):
        open_campaign(store, "isonzo", "tiny", "field", now=NOW)


@pytest.mark.parametrize(
    ("game", "scenario", "options", "players", "says"),
    [
        ("tinny", "field", {}, {}, "no game called 'tinny'.*did you mean tiny"),
        ("tiny", "feild", {}, {}, "no scenario of tiny called 'feild'.*did you mean field"),
        ("tiny", "../field", {}, {}, "no scenario of tiny"),
        ("tiny", "field", {"speed": "9"}, {}, "there is no option speed"),
        ("tiny", "field", {}, {"GREEN": "Gus"}, r"there is no side `GREEN`: there are RED \(Red Army\) and BLUE"),
        ("tiny", "field", {}, {"RED": "a\nb"}, "cannot be the name of a player"),
        ("tiny", "field", {}, {"RED": " "}, "cannot be the name of a player"),
        ("tiny", "field", {}, {"RED": "x" * 81}, "cannot be the name of a player"),
    ],
)
def test_what_cannot_be_opened_is_said(
    store: Store, game: str, scenario: str, options: dict[str, str], players: dict[str, str], says: str
) -> None:
    with pytest.raises(UsageError, match=says):
        open_campaign(store, "x", game, scenario, options=options, players=players, now=NOW)
    assert store.campaigns() == []


def test_players_may_have_quotes_and_accents(store: Store) -> None:
    players = {"red army": 'Zoë O\'Neil "Zo"', "BLUE": "a/b"}
    assert open_campaign(store, "x", "tiny", "field", players=players, now=NOW).players["RED"] == players["red army"]


# -- a player's own charts ------------------------------------------------------------------------------------


def write(folder: Path, text: str, **files: str) -> str:
    for name, content in files.items():
        (folder / f"{name}.txt").write_text(content, encoding="utf-8")
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return str(folder / "mine.toml")


def test_own_charts_replace_tables_and_the_difference_is_told(store: Store, tmp_path: Path) -> None:
    charts = write(tmp_path, "[strength]\nsteps = 9\n[cost.rough]\npoints = 3\nsource = 'my box'\n")
    opened = open_campaign(store, "x", "tiny", "field", charts=charts, now=NOW)
    assert str(opened.data) == "other data than tiny ships"
    assert opened.data.changes == (
        "charts.toml, strength.steps: 9 in place of 4",
        'charts.toml, strength.source: "mine.toml" in place of "ours"',
        "charts.toml, cost.rough.points: 3 in place of 2",
        'charts.toml, cost.rough.source: "my box" in place of "ours"',
    )
    campaign = campaign_from(store.entries("x")[0].values())
    assert campaign.scenario.charts["strength"]["steps"] == 9
    assert campaign.scenario.charts["cost"]["clear"]["points"] == 1
    assert [row["name"] for row in campaign.scenario.charts["option"]] == ["hold", "run"]
    assert campaign.game.set_up(campaign.scenario).units["R1"].steps == 9


def test_campaigns_share_a_map_only_when_all_their_data_are_the_same(store: Store, tmp_path: Path) -> None:
    charts = write(tmp_path, "[cost.rough]\npoints = 3\nsource = 'my box'\n")
    for name, own in (("a", None), ("b", None), ("mine", charts)):
        open_campaign(store, name, "tiny", "field", charts=own, now=NOW)  # type: ignore[arg-type]
    a, b, mine = (campaign_from(store.entries(name)[0].values()).scenario for name in ("a", "b", "mine"))
    assert a.map is b.map, "what is made of the map is made once"
    assert a is not b, "what was read for a campaign is its own"
    assert mine.map is not a.map, "prices are kept with the map, and these are others"


def test_own_map_and_units_replace_whole_files(store: Store, tmp_path: Path) -> None:
    units = "R1 RED 0101\nB9 BLUE 0104\n"
    charts = write(tmp_path, 'units = "my.txt"\n', my=units)
    opened = open_campaign(store, "x", "tiny", "field", charts=charts, now=NOW)
    assert opened.data.changes == (
        'units.txt, R2: nothing in place of "RED 0201"',
        'units.txt, B1: nothing in place of "BLUE 0103"',
        'units.txt, B2: nothing in place of "BLUE 0203"',
        'units.txt, B9: "BLUE 0104" in place of nothing',
    )
    assert list(campaign_from(store.entries("x")[0].values()).scenario.units) == ["R1", "B9"]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[strenght]\nsteps = 1\n", 1, "did you mean strength"),
        ("\n[cost.ruogh]\npoints = 1\n", 2, "did you mean rough"),
        ("[cost.rough]\nsource = 'x'\n", 1, "add points"),
        ("strength = 4\n", 1, "another shape"),
    ],
)
def test_tables_that_do_not_fit_are_refused_with_their_line(
    store: Store, tmp_path: Path, text: str, line: int, says: str
) -> None:
    with pytest.raises(Refused, match=says) as refused:
        open_campaign(store, "x", "tiny", "field", charts=write(tmp_path, text), now=NOW)
    spot = refused.value.problems[0].spot
    assert spot is not None
    assert spot.line == line


def test_a_slip_in_the_toml_is_shown_with_its_line(store: Store, tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"mine\.toml is not TOML") as error:
        open_campaign(store, "x", "tiny", "field", charts=write(tmp_path, "[strength]\nsteps = = 4\n"), now=NOW)
    spot = error.value.problem.spot
    assert spot is not None
    assert (spot.line, spot.text, spot.column) == (2, "steps = = 4", 8)


def test_a_missing_or_garbled_file_is_named(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.toml cannot be read: No such file"):
        open_campaign(store, "x", "tiny", "field", charts=str(tmp_path / "none.toml"), now=NOW)
    (tmp_path / "mine.toml").write_bytes(b"# ok\n# caf\xe9\n")
    with pytest.raises(Unreadable, match="is not UTF-8 text") as error:
        open_campaign(store, "x", "tiny", "field", charts=str(tmp_path / "mine.toml"), now=NOW)
    spot = error.value.problem.spot
    assert spot is not None
    assert spot.line == 2
