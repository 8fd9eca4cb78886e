"""`new`, `status`, `scenarios`: opening a campaign and looking at it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Pbem
from tests.seeds import seed_file


def test_new_opens_a_campaign_and_says_what_comes_next(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "isonzo", "--player", "CP=Anna", "--player", "AL=Bruno Rossi", "--option", "heroic-leaders=on")
    assert said.code == 0
    assert "Campaign isonzo is open: Caporetto, 24 October 1917 (gwe historical)" in said.out
    assert "Bruno Rossi" in said.out
    assert "heroic-leaders              on" in said.out
    assert "Publish this commitment" in said.out
    assert (tmp_path / "pbem.db").exists()


def test_new_with_the_same_seed_gives_the_same_commitment(pbem: Pbem) -> None:
    words = ("new", "isonzo", "--seed", seed_file("a long sentence"), "--json")
    first = pbem(*words, "--db", "a.db").json
    second = pbem(*words, "--db", "b.db").json
    other = pbem("new", "isonzo", "--json", "--db", "c.db").json
    assert first["commitment"] == second["commitment"] != other["commitment"]
    assert first["players"] == {}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new", "bad/name"), "cannot be the name of a campaign"),
        (("new", "x", "--game", "gew"), "did you mean gwe?"),
        (("new", "x", "--scenario", "historcal"), "did you mean historical?"),
        (("new", "x", "--player", "Anna"), "write it as NAME=VALUE"),
        (("new", "x", "--player", "XX=Anna"), "there is no side"),
        (("new", "x", "--player", "CP=Anna", "--player", "CP=Otto"), "given twice"),
        (("new", "x", "--charts", "nowhere.toml"), "nowhere.toml"),
        (("new", "x", "--seed", "  "), "--seed takes the name of a file"),
        (("new",), "Missing argument"),
    ],
)
def test_new_refuses_what_cannot_be_opened_and_makes_no_store(
    pbem: Pbem, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    said = pbem(*words)
    assert said.code == 2
    assert told in " ".join(said.err.split())
    assert said.out == ""
    assert list(tmp_path.iterdir()) == []


def test_new_refuses_an_unknown_option_with_a_near_miss(pbem: Pbem, tmp_path: Path) -> None:
    said = pbem("new", "x", "--option", "heroic-leader=on")
    assert said.code == 1
    assert "did you mean heroic-leaders?" in said.err
    assert not (tmp_path / "pbem.db").exists()


def test_new_refuses_a_name_that_is_taken(pbem: Pbem, fresh: Path) -> None:
    said = pbem("new", "Isonzo")
    assert said.code == 2
    assert "already has a campaign" in said.err


def test_status_says_who_owes_what(pbem: Pbem, fresh: Path) -> None:
    said = pbem("status")
    assert said.code == 0
    assert "Turn 1: Central Powers: Movement Phase" in said.out
    assert "Anna (Central Powers) owes orders for movement, turn 1" in said.out
    assert "Next: pbem sheet --side CP" in said.out
    assert "Next: nothing for AL; the game is waiting for CP" in pbem("status", "--side", "AL").out
    assert "Next: pbem sheet --side CP" in pbem("status", "--side", "CP").out
    values = pbem("status", "--json").json
    assert (values["turn"], values["step"], values["can_run"]) == (1, "cp-movement", False)


def test_a_campaign_must_be_named_where_there_are_several(pbem: Pbem, fresh: Path) -> None:
    assert pbem("new", "second").code == 0
    said = pbem("status")
    assert said.code == 2
    assert "isonzo, second" in said.err
    assert pbem("status", "second").code == 0
    assert pbem("status", "--campaign", "isonzo").code == 0
    assert "did you mean second?" in pbem("status", "secnd").err


def test_the_store_may_be_named_by_a_variable(pbem: Pbem, opened: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_DB", str(opened))
    assert pbem("status").code == 0
    monkeypatch.setenv("PBEM_DB", f"sqlite:///{opened}")
    assert pbem("status").code == 0


def test_scenarios_lists_games_scenarios_and_options(pbem: Pbem) -> None:
    said = pbem("scenarios")
    assert said.code == 0
    assert "--scenario tyrol" in said.out
    assert "--option mountain-trench=x4|x3" in said.out
    values = pbem("scenarios", "gwe", "--json").json
    assert [one["scenario"] for one in values["games"][0]["scenarios"]] == ["historical", "tyrol"]
    assert pbem("scenarios", "nogame").code == 2
