"""The rules index is honest: every rule has code or a reason, and a test or a case or a reason."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from pbem import library
from tests.house import where

GAMES = where.games()

# Rules without a test or a case of their own, each with its reason.
UNTESTED: dict[str, dict[str, str]] = {"gwe": {}}
# Rules that several functions carry out, each with its reason.
SHARED: dict[str, dict[str, str]] = {}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_home_or_stands_in_the_data_or_says_why_not(game: str) -> None:
    found = where.where(game)
    without = []
    for number, entry in where.due(game).items():
        if entry["state"] == "not applicable":
            has = bool(entry.get("reason"))
        else:
            has = bool(found[number]["home"]) or entry["state"] == "data"
        if not has:
            without.append(f"{number} ({entry['state']})")
    assert without == [], "name the number first in the docstring of the function that carries the rule out"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_one_home(game: str) -> None:
    excused = SHARED.get(game, {})
    homes = {number: place["home"] for number, place in where.where(game).items()}
    several = [f"{n}: {', '.join(found)}" for n, found in homes.items() if len(found) > 1 and n not in excused]
    assert several == [], "let one function carry the rule out; the others name it after `see`"


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_test_or_a_case(game: str) -> None:
    excused = UNTESTED.get(game, {})
    found = where.where(game)
    wanted = [n for n in where.due(game) if n not in excused]
    without = [n for n in wanted if not found[n]["tests"] and not found[n]["cases"]]
    assert without == [], "name a test test_8_64_..., or list the rule in the `rules:` line of a case"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_come_has_no_home_yet(game: str) -> None:
    found = where.where(game)
    states = {number: entry["state"] for number, entry in where.index_of(game).items()}
    coming = [number for number, state in states.items() if state == where.TO_COME]
    assert not coming or game in where.IN_THE_MAKING, "a game that can be played has no rules to come"
    assert [n for n in coming if found[n]["home"]] == [], "its state is enforced or computed by now"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_offered_to_players_or_is_in_the_making(game: str) -> None:
    readme = (where.ROOT / "README.md").read_text(encoding="utf-8")
    is_offered = game not in where.IN_THE_MAKING
    assert where.IN_THE_MAKING.get(game, "finished"), "say why it cannot be played yet"
    assert (game in library.games()) == is_offered
    assert (f"`{game}`" in readme) == is_offered


@pytest.mark.parametrize("game", GAMES)
def test_the_exceptions_are_still_needed(game: str) -> None:
    found = where.where(game)
    for number, reason in UNTESTED.get(game, {}).items():
        assert reason
        assert not found[number]["tests"], f"{number} has a test now"
        assert not found[number]["cases"], f"{number} has a case now"
    for number, reason in SHARED.get(game, {}).items():
        assert reason
        assert len(found[number]["home"]) > 1, f"{number} has one home now"


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_places_is_up_to_date(game: str) -> None:
    text = where.file_of(game).read_text(encoding="utf-8")
    assert text == where.written(where.where(game)), "run `python -m tests.house.where`"


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_that_code_cites_exists(game: str) -> None:
    known = where.rulings_of(game)
    files = where.code_files(game)
    cited = [(path.name, one) for path in files for one in where.rulings_cited(path.read_text(encoding="utf-8"))]
    assert cited
    assert [f"{name}: {one}" for name, one in cited if one not in known] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_code_cites_exists(game: str) -> None:
    index = where.index_of(game)
    wrong = []
    for path in where.code_files(game):
        wrong += [f"{path.name}:{line}: Illegal({n!r})" for n, line in where.illegal_rules(path) if n not in index]
        for name, docstring in where.functions(path):
            numbers = list(itertools.chain(*where.cited(docstring, index)))
            wrong += [f"{path.name}:{name}: {number}" for number in numbers if number not in index]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_test_or_a_case_cites_exists(game: str) -> None:
    index = where.index_of(game)
    wrong = []
    for path in where.case_files(game):
        numbers = where.case_rules(path.read_text(encoding="utf-8"))
        wrong += [f"{path.name}: {number}" for number in numbers if number not in index]
    for path in where.test_files(game):
        for name, docstring in where.functions(path):
            numbers = list(itertools.chain(*where.cited(docstring, index)))
            wrong += [f"{path.name}::{name}: {number}" for number in numbers if number not in index]
    assert wrong == []


# -- the finder itself ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("docstring", "home", "see"),
    [
        ("8.64, 16.0/8.61: no way back.", ["8.64", "16.0/8.61"], []),
        ("8.4, ruling F8: after shifts.", ["8.4"], []),
        ("20.0 (see 8.71, 8.75, rulings G11, G12): pursuit.", ["20.0"], ["8.71", "8.75"]),
        ("See 8.71 and 8.75: a question.", [], ["8.71", "8.75"]),
        ("App.A, E.9.12, 8.9.D2, 4.0.A1d: many kinds.", ["App.A", "E.9.12", "8.9.D2", "4.0.A1d"], []),
        ("Where it goes: 8.64 says so.", [], []),
        ("8.64 without a colon", [], []),
    ],
)
def test_a_docstring_names_what_it_carries_out_and_after_see_what_it_touches(
    docstring: str, home: list[str], see: list[str]
) -> None:
    assert where.cited(docstring, where.index_of("gwe")) == (home, see)


def test_numbers_look_as_they_do_in_the_index_of_their_game() -> None:
    index = ["1.3.1-d", "7-d", "13.2.2c", "S5.sp5", "EV.it.2"]
    found = where.cited("1.3.2-a, 8-c, S1.sp9 (see EV.ah.1, ruling 12): all in the shapes of the index.", index)
    assert found == (["1.3.2-a", "8-c", "S1.sp9"], ["EV.ah.1"])


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("test_8_64_a_friend_helps", "8.64"),
        ("test_16_0_8_61_toward_supply", "16.0/8.61"),
        ("test_16_0_itself", "16.0"),
        ("test_5_4_clear_costs_two", "5.4.clear"),
        ("test_8_9_d2_half", "8.9.D2"),
        ("test_app_a_free_deployment", "App.A"),
        ("test_e_9_12_lagoon", "E.9.12"),
        ("test_10_21_not_10_2", "10.21"),
        ("test_nothing_in_particular", ""),
    ],
)
def test_the_longest_number_that_fits_a_test_name_counts(name: str, number: str) -> None:
    assert where.named_in(name, where.index_of("gwe")) == number


def test_rulings_and_refusals_are_found(tmp_path: Path) -> None:
    assert where.rulings_cited('"""8.4, rulings F17, G8 and J4: x (ruling H2)."""') == ["F17", "G8", "J4", "H2"]
    path = tmp_path / "x.py"
    path.write_text('raise Illegal("5.13", "no")\nraise Illegal(rule, "no")\n')
    assert list(where.illegal_rules(path)) == [("5.13", 1)]
    assert where.case_rules("case: x\nrules: 8.64, 16.0/8.61  # both\n") == ["8.64", "16.0/8.61"]
