"""The data of italia18: counters, set-ups, cards, and where each datum comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest

from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId
from tests.games.italia18.data import CARDS, CHARTS, MAPS, RULES, RULINGS, SET_UPS, UNITS

GRAPPA = UNITS["grappa"]
PRINTED = {  # attack, defence, movement, morale as the rulebook prints them
    "AH-13Sch": (8, 9, 4, 4),
    "AH-4": (9, 10, 4, 4),
    "AH-33": (8, 9, 4, 4),
    "AH-12rtSch": (5, 6, 4, 3),
    "IT-7Alp": (3, 4, 5, 5),
    "IT-8Alp": (4, 5, 5, 5),
    "IT-3DC": (1, 2, 5, 2),
    "IT-4DC": (1, 2, 5, 2),
    "IT-22": (7, 10, 4, 4),
    "IT-37": (7, 9, 4, 4),
    "IT-15Alp": (4, 5, 5, 5),
    "IT-2Bers": (2, 2, 5, 4),
    "IT-3Bers": (2, 2, 5, 4),
    "IT-8Bers": (3, 4, 5, 5),
    "IT-13Bers": (3, 3, 5, 5),
    "IT-1Alp": (5, 6, 5, 5),
    "IT-5Alp": (3, 4, 5, 5),
    "IT-9Alp": (4, 5, 5, 5),
    "IT-10Alp": (4, 5, 5, 5),
    "IT-6Alp": (4, 5, 5, 5),
    "IT-13Alp": (2, 3, 5, 5),
    "IT-17Alp": (3, 3, 5, 4),
    "IT-20Alp": (2, 3, 5, 4),
}
ARRIVALS = {
    ("S1", "AH-13Sch"): "turn 1.2",
    ("S1", "AH-sb2"): "turn 1.2",
    ("S1", "AH-4"): "turn 2.1",
    ("S1", "AH-sb3"): "turn 2.1",
    ("S1", "AH-33"): "turn 2.2",
    ("S1", "AH-sb4"): "turn 2.2",
    ("S1", "IT-7Alp"): "turn 1.2",
    ("S1", "IT-8Alp"): "turn 1.2",
    ("S1", "IT-3DC"): "turn 3.1",
    ("S1", "IT-4DC"): "turn 3.1",
    ("S1", "IT-depot"): "at E2720",
    ("S3", "AH-12rtSch"): "turn 25.1",
    ("S3", "IT-22"): "turn 25.1",
    ("S3", "IT-37"): "turn 25.1",
    ("S3", "IT-1DAa"): "turn 25.1",
    ("S3", "IT-Amalfi"): "at E0402",
    ("S4", "AH-12rtSch"): "turn 25.1",
    ("S4", "IT-22"): "turn 25.1",
    ("S4", "IT-37"): "turn 25.1",
    ("S4", "IT-1DAa"): "at W0422",
    ("S4", "IT-trucks"): "at W0422",
    ("S2", "IT-1Alp"): "at W1621",
    ("S2", "IT-ar52"): "at W1621",
    ("S5", "IT-15Alp"): "turn 32.1",
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_printed_counter_has_its_printed_values(name: str) -> None:
    found = [units[UnitId(name)] for units in UNITS.values() if name in units]
    assert found
    for unit in found:
        assert tuple(unit.figure(key) for key in ("attack", "defence", "move", "morale")) == PRINTED[name]


@pytest.mark.parametrize(("scenario", "name"), ARRIVALS)
def test_a_printed_counter_comes_when_and_where_the_rulebook_says(scenario: str, name: str) -> None:
    """S1.rf1, S1.rf2, S3.rf, S4.rf, S5.rf, S1.set, S2.set, S3.set, S4.set."""
    unit = SET_UPS[scenario][UnitId(name)]
    assert unit.set_up == ARRIVALS[scenario, name]
    assert "rulebook" in unit.source


def test_s0_set_some_of_the_central_powers_begin_reduced_or_disorganized() -> None:
    starts = {unit.id: unit.words["start"] for unit in GRAPPA.values() if "start" in unit.words}
    assert starts == {"AH-55": "reduced", "AH-94": "reduced,disorganized"}
    assert {GRAPPA[unit].side for unit in starts} == {"CP"}


def test_s0_set_everybody_stands_on_the_map_within_the_limits() -> None:
    """S0.set: at most four points in a hex (4.0), on the own side of the front, which has no gap."""
    map = MAPS["grappa"]
    points: dict[tuple[str, str], int] = {}
    for unit in GRAPPA.values():
        where = unit.set_up.split()
        if where[0] == "turn":
            continue
        hex_id = HexId(where[1])
        assert hex_id in map.grid
        south = map.has(hex_id, "south-of-trenches") or map.has(hex_id, "trench", owner="EN")
        assert south == (unit.side == "EN"), unit.id
        points[where[1], unit.side] = points.get((where[1], unit.side), 0) + _points(unit)
    assert max(points.values()) <= CHARTS["stacking"]["limit"]
    held = {hex_id for hex_id, _ in points}
    assert set(map.hexes_with("trench", owner="CP")) <= held


def _points(unit: Unit) -> int:
    if unit.size == "XX":
        return 2 if "reduced" in unit.words.get("start", "") else 3
    return 1 if unit.size in ("X", "III") else 0


def test_s0_set_the_pieces_that_the_scenario_speaks_of_are_there() -> None:
    """S0.set: both HQs, one Army Artillery of the Central Powers for their Offensive, the 50th on sequence 17.2."""
    assert {"GE-hq14", "IT-hq4"} <= set(GRAPPA)
    guns = [unit for unit in GRAPPA.values() if unit.type == "army-artillery" and unit.side == "CP"]
    assert len(guns) >= CARDS["S0"]["offensive"]["17"]["guns"] == 1
    assert GRAPPA["AH-50"].set_up == "turn 17.2"
    (arrival,) = CARDS["S0"]["reinforcement"]
    assert (arrival["turn"], arrival["units"]) == ("17.2", ["AH-50"])


# -- cards ---------------------------------------------------------------------------------------------------

SEQUENCES = {
    "S0": (17, [3, 1]),
    "S1": (1, [3, 3, 3, 1]),
    "S2": (24, [3]),
    "S3": (24, [3, 3, 3]),
    "S4": (24, [3, 3, 3]),
    "S5": (31, [3, 3, 3, 3]),
}
OFFENSIVES = {
    "S0": {"17": ([2, 1, 0], 1)},
    "S1": {"1": ([3, 2, 1], 2), "2": ([1, 0, 0], 2), "3": ([1, 0, 0], 1)},
    "S2": {"24": ([2, 1, 0], 2)},
    "S3": {"24": ([2, 2, 1], 2), "25": ([1, 1, 0], 2), "26": ([1, 0, 0], 1)},
    "S4": {"24": ([2, 1, 0], 4), "25": ([1, 1, 0], 2), "26": ([1, 0, 0], 1)},
    "S5": {"31": ([2, 1, 0], 2), "32": ([3, 2, 1], 4), "33": ([2, 1, 0], 4), "34": ([1, 0, 0], 3)},
}
STARTS = {1: date(1917, 10, 24), 17: date(1917, 12, 11), 24: date(1918, 6, 15), 31: date(1918, 10, 24)}


@pytest.mark.parametrize("scenario", SEQUENCES)
def test_length_of_the_scenarios(scenario: str) -> None:
    """S0.len, S1.len, S2.len, S3.len, S4.len, S5.len: turns and operational sequences."""
    card = CARDS[scenario]
    assert (card["first_turn"], card["sequences"]) == SEQUENCES[scenario]
    assert card["turns"] == len(card["sequences"]) == len(card["dates"])


@pytest.mark.parametrize("scenario", SEQUENCES)
def test_2_4_a_turn_is_three_days(scenario: str) -> None:
    card = CARDS[scenario]
    day = STARTS[card["first_turn"]]
    for text in card["dates"]:
        last = day + timedelta(days=2)
        month = f" {day:%B}" if day.month != last.month else ""
        assert text == f"{day.day}{month} to {last.day} {last:%B %Y}"
        day = last + timedelta(days=1)


def test_3_0a_the_initiative_is_fixed() -> None:
    """3.0a, S0.sp1: the Central Powers but for Vittorio Veneto."""
    assert {name: card["first"] for name, card in CARDS.items()} == {**dict.fromkeys(CARDS, "CP"), "S5": "EN"}


@pytest.mark.parametrize("scenario", OFFENSIVES)
def test_offensives_are_as_printed(scenario: str) -> None:
    """S0.sp2, S0.sp3: modifiers by sequence and pieces in Offensive mode; a turn without has a single sequence."""
    card = CARDS[scenario]
    found = {turn: (row["modifiers"], row["guns"]) for turn, row in card["offensive"].items()}
    assert found == OFFENSIVES[scenario]
    for turn, sequences in enumerate(card["sequences"], card["first_turn"]):
        assert sequences == (3 if str(turn) in found else 1)


@pytest.mark.parametrize(("scenario", "trench"), [("S0", 2), ("S1", 2), ("S2", 3), ("S3", 3), ("S4", 3), ("S5", 3)])
def test_trenches_are_worth_what_the_italian_doctrine_makes_of_them(scenario: str, trench: int) -> None:
    doctrine = CARDS[scenario]["doctrine"]
    assert doctrine["trench"] == trench == CHARTS["doctrine"][doctrine["IT"]]["trench"]


def test_s1_area_the_whole_map_is_used() -> None:
    assert CARDS["S1"]["area"]["hexes"] == "all"
    assert MAPS["caporetto"].hexes_with("west-edge", owner="EN")


def test_levels_of_victory_do_not_overlap() -> None:
    assert CARDS["S0"]["victory"]["tactical_above"] == CARDS["S0"]["victory"]["draw"] == 5
    assert CARDS["S2"]["victory"]["tactical_above"] == CARDS["S2"]["victory"]["draw"] == 3
    for name, bounds in {"S1": (40, 15, -20), "S3": (15, 10), "S4": (20, 15), "S5": (50, 41, 31, 25)}.items():
        levels = CARDS[name]["victory"]
        keys = [key for key in levels if key.endswith(("_above", "_from"))]
        assert tuple(levels[key] for key in keys) == bounds == tuple(sorted(bounds, reverse=True))


# -- sources -------------------------------------------------------------------------------------------------


def _sources(data: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every table that holds a datum, with its source; a table of tables passes its own on."""
    if isinstance(data, list):
        for number, one in enumerate(data):
            yield from _sources(one, f"{path}[{number}]")
    elif isinstance(data, dict):
        inner = {key: value for key, value in data.items() if _is_table(value)}
        if set(data) - set(inner):
            yield path, data.get("source", "")
        for key, value in inner.items():
            if "source" not in data:
                yield from _sources(value, f"{path}.{key}")


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def test_every_datum_names_its_source() -> None:
    named = [*_sources(CHARTS, "charts")]
    named += [
        (f"{card['name']}.{key}", row.get("source", ""))
        for card in CARDS.values()
        for key, row in card.items()
        if isinstance(row, dict) and key not in ("sides", "offensive", "options", "last_sequence")
    ]
    named += [(unit.id, unit.source) for units in UNITS.values() for unit in units.values()]
    without = [path for path, source in named if not re.search(r"rulebook|derived from|reconstructed", source)]
    assert named
    assert without == []


def test_every_source_is_a_rule_of_the_index_or_a_ruling() -> None:
    cited = [source for _, source in _sources(CHARTS, "charts")]
    cited += [unit.source for units in UNITS.values() for unit in units.values()]
    chapters = {number.rstrip("abcdefghijk") for number in RULES} | {"S0", "S1", "S2", "S3", "S4", "S5"}
    tops = {".".join(number.split(".")[:2]) for number in chapters} | chapters
    for source in cited:
        for ruling in re.findall(r"\bR\d+[a-z]?\b", source):
            assert ruling in RULINGS, source
        for number in re.findall(r"(?<![\w.-])\d+\.\d+(?:\.\d+)*", source):
            assert number in tops or any(one.startswith(f"{number}.") for one in tops), source


def test_every_ruling_names_rules_of_the_index() -> None:
    wrong = [f"{name}: {rule}" for name, ruling in RULINGS.items() for rule in ruling["rules"] if rule not in RULES]
    assert wrong == []
    assert {ruling["risk"] for ruling in RULINGS.values()} <= {"high", "medium", "low"}


def test_every_rule_says_what_it_demands() -> None:
    assert len(RULES) == 323
    for rule in RULES.values():
        assert rule["title"]
        assert rule["demands"]
        assert rule["state"] in ("to come", "data", "computed", "enforced", "not applicable")
