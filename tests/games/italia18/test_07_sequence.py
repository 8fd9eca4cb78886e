"""7.0 Sequence of play."""

from __future__ import annotations

from pbem.games.italia18.sequence import administer, after, stops
from pbem.kernel.board import Board
from pbem.kernel.sequence import Place
from tests.games.italia18.boards import board, flat
from tests.games.italia18.data import CARDS
from tests.games.tables import facts, table

S0 = CARDS["S0"]


def at(step: str, turn: int = 1) -> Board:
    here = board("", card=S0, turn=turn)
    here.step = step
    return here


def test_7_0a_three_sequences_with_an_offensive_and_one_without() -> None:
    first, second = stops(at("dawn")), stops(at("dawn", 2))
    assert [stop.id for stop in first if stop.kind == "weather"] == ["weather-1", "weather-2", "weather-3"]
    assert [stop.id for stop in second if stop.kind == "weather"] == ["weather-1"]
    assert (first[0].id, first[-1].id) == ("dawn", "night")
    assert [len(CARDS["S0"]["sequences"]), *CARDS["S0"]["sequences"]] == [2, 3, 1], "as the card counts them"


def test_7_0b_offensives_come_before_supply_and_no_weather_is_in_force() -> None:
    ground = flat(1, 40, "hex source owner=CP: 0101\nline minor-road: 0101-0102\n")
    units = "GE-A - 3-5-2 army-artillery at 0105\nAH-1 XX 8-9-4/4 infantry at 0130"
    here = board(units, ground, card=S0, notes={"weather": "poor", "sequence": "3"})
    administer(here, table(here))
    kinds = [(fact.rule, fact.get("mark")) for fact in here.facts if fact.kind == "marked"]
    assert kinds == [("8.0b", "offensive"), ("9.1i", "oos")]
    assert not here.notes


def test_7_0c_both_sides_in_turn_the_initiative_first() -> None:
    ids = [stop.id for stop in stops(at("dawn", 2))]
    cp = ["cp-move-1", "cp-combat-1", "cp-exploit-1"]
    assert ids == ["dawn", "weather-1", *cp, "en-move-1", "en-combat-1", "en-exploit-1", "night"]
    assert after(at("cp-exploit-1")) == Place(1, "en-move-1")
    assert after(at("en-exploit-1")) == Place(1, "weather-2")


def test_7_0d_the_turn_ends_and_with_the_last_one_the_game() -> None:
    assert after(at("night")) == Place(2, "dawn")
    assert after(at("night", 2)) == Place(2, "")
    assert not facts(at("night"), "moved")
