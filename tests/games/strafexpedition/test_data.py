"""The counters, set-ups, schedules, rules and rulings, as printed."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from pbem.games.strafexpedition.counters import AH, IT, is_battery, is_fortress, is_hq, is_infantry
from pbem.games.strafexpedition.set_up import lines
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.pieces import Side, UnitId
from tests.games.strafexpedition.data import CHARTS, NAMES, RULES, RULINGS, TEXTS, scenario

UNITS = scenario("campaign").units
# Battalions, batteries and fortresses at the start; battalions and batteries that come: as the rulebook lists them.
COUNTS = {
    ("drive", "IT"): (37, 14, 1, 24, 1), ("drive", "AH"): (45, 37, 4, 16, 0),
    ("asiago", "IT"): (27, 12, 3, 32, 1), ("asiago", "AH"): (26, 22, 3, 16, 0),
    ("cengio", "IT"): (8, 1, 0, 9, 0), ("cengio", "AH"): (18, 8, 0, 0, 0),
    ("novegno", "IT"): (13, 2, 0, 0, 0), ("novegno", "AH"): (14, 9, 0, 0, 0),
    ("campaign", "IT"): (66, 26, 5, 204, 8), ("campaign", "AH"): (63, 49, 7, 104, 0),
}  # fmt: skip
# Points at the start, and all that come.
LOGISTICS = {
    "drive": (0, 20, 35, 40), "asiago": (2, 20, 20, 40), "cengio": (1, 6, 4, 21), "novegno": (5, 0, 7, 0),
    "campaign": (0, 360, 50, 260),
}  # fmt: skip
# Lines of the set-ups with their zones, in short: side, first unit, how many, zone.
PRINTED = {
    "drive": """
        IT 207-I 3 at 3202 3302 3303; IT 208-I 1 at 3104; IT MT-VIII-1 1 at 2903; IT 79-I 6 front 3405 3412
        IT ALP-Val_Leogra 1 at 3413; IT ALP-Monte_Berico 1 at 3416; IT MT-XII-1 3 line road 3106 1709
        IT 69-I 3 front 3121 3324; IT 64-I 3 front 3325 3628; IT ALP-Vicenza 1 at 3728; IT RGF-1 1 at 3636
        IT RGF-2 1 at 3736; IT Campomolon 1 at 3129; AH 6G-6 5 at 3502 3603 3604; AH 10G-48 10 front 3605 3511
        AH 58-3-I 14 behind 3612 3423; AH 5-59-I 16 behind 3523 4129; AH VIII-MTN-1 10 behind 3605 3511
        AH XX-MTN-1 17 behind 3612 4129; AH Serrada 1 at 3615; AH Sommo 1 at 3318; AH Cherle 1 at 3926
        AH Gschwendt 1 at 4032""",
    "asiago": """
        IT 161-I 4 front 3837 4337; IT 162-II 1 at 4343; IT 162-III 1 at 3845; IT MT-XVIII-1 1 at 3944
        IT 89-I 5 front 4438 4936; IT ALP-Adamello 1 at 5136; IT MT-XVIII-2 1 at 3653; IT 90-III 1 at 3150
        IT MT-XVIII-6 1 at 3261; IT MT-XVIII-7 1 at 2448; IT Verena 1 at 4246; IT Campolongo 1 at 3544
        IT Corbin 1 at 2443; AH 55-87-I 13 behind 4230 4336; AH 43L-3-I 13 behind 4437 5135
        AH III-MTN-1 22 behind 4230 5135; AH Lusern 1 at 4037; AH Verle 1 at 4835; AH Spitz_Vezzena 1 at 5135""",
    "cengio": """
        IT 1-I 8 at 2243 2244 2245 2246 2247 2248 2249 2250; AH 44L-1-I 6 at 2443 2543 2644
        AH III-MTN-1 8 line track 2237 2537""",
    "novegno": """
        IT 70-I 1 at 1331; IT 63-I 1 at 1332; IT 63-II 2 at 1333; IT ALP-Matajur 1 at 1434
        IT ALP-Monte_Clapier 1 at 1435
        IT 69-I 1 at 1535; IT 69-II 1 at 1335; IT 69-III 1 at 1236; IT ALP-Cividale 2 at 1134; IT 70-II 1 at 1234
        IT 64-I 1 at 1232; AH 180-1-I 2 at 1432; AH 180-1-III 2 at 1433; AH 180-2-I 2 at 1533; AH 180-2-III 1 at 1634
        AH 58-3-I 2 at 1534; AH 58-3-III 2 at 1635; AH 58-4-II 2 at 1636; AH 58-4-IV 1 at 1634""",
    "campaign": """
        IT MT-33-3 1 at 2038; IT RGF-4 1 at 3440; IT Casa_Ratti 1 at 2740; AH 55-87-I 13 behind 4230 4336
        AH 43L-3-I 5 behind 4437 5135; AH III-MTN-1 12 behind 4230 5135""",
}


def card(name: str) -> Any:
    return scenario(name).card


def kinds(units: list[UnitId]) -> tuple[int, int, int]:
    found = Counter("f" if is_fortress(UNITS[u]) else "a" if is_battery(UNITS[u]) else "i" for u in units)
    return found["i"], found["a"], found["f"]


@pytest.mark.parametrize(("name", "side"), list(COUNTS))
def test_set_ups_and_schedules_have_the_units_that_are_printed(name: str, side: str) -> None:
    """S1.su.it, S1.su.ah, S2.su.it, S2.su.ah, S3.su, S4.su, S5.su.it, S5.su.ah, S1.re.it, S1.re.ah, S2.re.it, S2.re.ah,
    S3.re.it, S5.re.it, S5.re.ah, S0.notation: counted."""
    at_start = [unit for line in lines(scenario(name), Side(side)) for unit in line.units]
    coming = [row for row in card(name).get("reinforcement", []) if row["side"] == side and not row.get("rebuilt")]
    come = [UnitId(unit) for row in coming for unit in row["units"]]
    assert (*kinds(at_start), *kinds(come)[:2]) == COUNTS[name, side]
    assert len(set(at_start) | set(come)) == len(at_start) + len(come)
    assert all(UNITS[unit].side == side for unit in (*at_start, *come))


@pytest.mark.parametrize("name", PRINTED)
def test_set_up_lines_stand_as_printed(name: str) -> None:
    found = {
        f"{line.side} {line.units[0].partition('-')[2]} {len(line.units)} {line.zone}" for line in lines(scenario(name))
    }
    wanted = [" ".join(part.split()) for row in PRINTED[name].split("\n") for part in row.split(";") if part.strip()]
    assert [line for line in wanted if line not in found] == []


def test_s1_su_it_circles_around_named_hexes() -> None:
    """S1.su.it, S2.su.it: within so many hexes of a hex."""
    zones = {line.units[0]: line.zone for line in (*lines(scenario("drive")), *lines(scenario("asiago")))}
    assert zones[UnitId("IT-MT-XII-4")] == "behind; near 5 2415"
    assert zones[UnitId("IT-70-I")] == "behind; near 3 2825"
    assert zones[UnitId("IT-63-I")] == "behind; near 3 3030"
    assert zones[UnitId("IT-205-I")] == "behind; near 2 4341"
    assert zones[UnitId("IT-206-I")] == "behind; near 3 3357"
    assert zones[UnitId("IT-V-MTN-1")] == "behind 3405 3413 3121 3728; infantry 3"
    assert zones[UnitId("AH-III-FLD-1")] == "behind; east; off-front 2; columns 28 72"


def test_s5_su_the_campaign_has_the_lines_of_both_first_scenarios() -> None:
    """S5.su.it, S5.su.ah: what the campaign takes over stands there line for line."""
    campaign = lines(scenario("campaign"))
    taken = [*lines(scenario("drive")), *lines(scenario("asiago"), IT)]
    assert [line for line in taken if line not in campaign] == []
    fortresses = {line.units[0]: line.zone for line in campaign if is_fortress(UNITS[line.units[0]])}
    assert fortresses[UnitId("AH-Lusern")] == "at 4037"


def test_s4_su_one_battalion_begins_reduced() -> None:
    """S4.su: 64 I."""
    assert [line.units for line in lines(scenario("novegno")) if line.is_reduced] == [(UnitId("IT-64-I"),)]


@pytest.mark.parametrize("name", LOGISTICS)
def test_logistics_points_as_printed(name: str) -> None:
    """S1.lp, S2.lp, S3.lp, S4.lp, S5.lp: at the start and day by day."""
    points = card(name)["logistics"]
    found = (points["start"]["IT"], sum(points["IT"]), points["start"]["AH"], sum(points["AH"]))
    assert found == LOGISTICS[name]
    assert len(points["IT"]) == len(points["AH"]) == card(name)["turns"] == len(card(name)["dates"])


def test_2_1_1_a_turn_is_a_day() -> None:
    """S1.length, S2.length, S3.length, S4.length, S5.length: from day to day."""
    dates = card("campaign")["dates"]
    assert (dates[0], dates[6], dates[17], dates[31]) == ("May 15", "May 21", "June 1", "June 15")
    for name in NAMES:
        first = card(name)["first_day"] - 1
        assert card(name)["dates"] == dates[first : first + card(name)["turns"]]


def test_the_campaign_brings_its_reinforcements_on_the_printed_days() -> None:
    """S5.re.it, S5.re.ah: battalions and batteries by day."""
    found: Counter[tuple[str, str]] = Counter()
    for row in card("campaign")["reinforcement"]:
        if not row.get("rebuilt"):
            found[row["side"], row["day"]] += len(row["units"])
    assert found["IT", "May 16"] == 26
    assert found["IT", "May 18"] == 22
    assert found["IT", "June 2"] == found["IT", "June 3"] == 24
    ah = {day: count for (side, day), count in found.items() if side == "AH"}
    assert ah == {"May 16": 16, "May 18": 8, "May 21": 37, "May 22": 4, "May 27": 12, "May 30": 12, "June 3": 15}


def test_every_zone_of_every_card_has_room_on_the_map() -> None:
    for name in NAMES:
        for row in (*card(name)["setup"], *card(name).get("reinforcement", [])):
            side = IT if row["side"] == "IT" else AH
            everywhere = scenario(name).map.grid.hexes if "infantry" in row["zone"] else ()
            assert hexes_of(scenario(name).map, side, row["zone"], everywhere), row["zone"]


def test_trenches_at_the_start_as_printed() -> None:
    """S1.tr.it, S1.tr.ah, S2.tr.it, S2.tr.ah, S5.tr: strongpoints, and level 1 along the fronts."""
    drive, asiago, campaign = (card(name)["trenches"] for name in ("drive", "asiago", "campaign"))
    assert drive["level-2"] == ["3122", "3225", "3326", "3728"]
    assert drive["level-1"] == ["3416", "1705", "2415", "2723", "2927", "3134"]
    assert (asiago["level-2"], asiago["level-1"]) == (["5239"], ["5142", "5653", "5756"])
    assert sorted(campaign["level-1"]) == sorted(drive["level-1"] + asiago["level-1"])
    assert [card(name)["trenches"]["fronts"] for name in NAMES] == [1, 1, 0, 0, 1]
    assert card("cengio")["trenches"]["level-1"] == ["2443"]
    assert card("novegno")["trenches"]["level-1"] == ["1331", "1332", "1333", "1434", "1435", "1535", "1335", "1236"]


def test_20_1_values_that_are_printed() -> None:
    """Five battalions, the machine guns of the militia, the combat factor of Campomolon."""

    def factors(name: str) -> str:
        unit = UNITS[UnitId(name)]
        return f"{unit.figure('combat')}-{unit.figure('guns')}-{unit.figure('move')}"

    assert [factors(f"IT-ALP-{n}") for n in ("Val_Leogra", "Monte_Berico", "Vicenza")] == ["3-2-6", "4-2-6", "4-3-6"]
    assert [factors(f"IT-RGF-{n}") for n in (1, 2, 3, 4)] == ["2-0-6", "2-0-6", "4-2-6", "2-0-6"]
    assert {unit.figure("guns") for unit in UNITS.values() if unit.type == "militia"} == {0}
    assert UNITS[UnitId("IT-Campomolon")].figure("combat") == 0
    assert all(unit.figure("trench") >= 1 for unit in UNITS.values() if is_fortress(unit))


def test_2_2_2_every_brigade_has_a_headquarters_and_battalions() -> None:
    hqs = Counter(unit.words["brigade"] for unit in UNITS.values() if is_hq(unit))
    brigades = Counter(unit.words["brigade"] for unit in UNITS.values() if "brigade" in unit.words and not is_hq(unit))
    assert set(hqs) == set(brigades)
    assert set(hqs.values()) == {1}
    assert (len(hqs), len(UNITS)) == (62, 544 + 62)
    assert {brigades[name] for name in ("Taro", "Roma", "Granatieri_di_Sardegna", "Sassari")} == {6}


def test_figures_are_sound_and_name_their_source() -> None:
    for unit in UNITS.values():
        assert re.search(r"rulebook", unit.source), unit.id
        assert re.search(r"reconstructed M5", unit.source), unit.id
        if is_infantry(unit) and not is_fortress(unit):
            assert unit.figure("steps") == 2
            assert 0 < unit.figure("back-combat") < unit.figure("combat")
            assert unit.figure("back-guns") <= unit.figure("guns")
            assert unit.figure("back-morale") == unit.figure("morale")


def test_every_line_of_a_card_names_its_source() -> None:
    for name in NAMES:
        for row in (*card(name)["setup"], *card(name).get("reinforcement", [])):
            assert re.fullmatch(r"rulebook S\d|ruling T\d+", row["source"])


def test_special_rules_of_the_cards_are_in_the_index() -> None:
    known = {rule["id"] for rule in RULES}
    assert [one for name in NAMES for one in card(name).get("special", {}) if one not in known] == []


def test_the_index_is_whole() -> None:
    assert len(RULES) == len({rule["id"] for rule in RULES}) == 274
    for rule in RULES:
        assert rule["title"]
        assert rule["demands"]
        assert rule["check"]
        assert rule["state"] in ("enforced", "computed", "data", "not applicable", "to come")


def test_rulings_name_rules_of_the_index() -> None:
    known = {rule["id"] for rule in RULES}
    assert len(RULINGS) == len({ruling["id"] for ruling in RULINGS})
    for ruling in RULINGS:
        assert ruling["ruling"]
        assert ruling["question"]
        assert ruling["source"]
        assert ruling["risk"] in ("high", "medium", "low")
        assert [one for one in ruling["rules"] if one not in known] == []


def test_rulings_that_the_data_lean_on_exist() -> None:
    known = {ruling["id"] for ruling in RULINGS}
    text = TEXTS["units.txt"] + TEXTS["charts.toml"] + "".join(TEXTS[f"{name}.toml"] for name in NAMES)
    cited = set(re.findall(r"\b[GMRT]\d+\b", text))
    assert {"M1", "M2", "M3", "M4", "M5", "M6", "T4"} <= cited
    assert cited <= known
    assert CHARTS
