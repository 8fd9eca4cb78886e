"""The counters, the set-up, the rules and the rulings of caporetto."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pbem.kernel.ground.hexes import HexId
from tests.games.caporetto.data import (
    AT_START,
    BY_ID,
    CARD,
    CHARTS,
    COUNTERS,
    GROUND,
    MAP,
    NATIONS,
    RULES,
    RULINGS,
    SIDES,
    SUPPORT,
    Counter228,
    area,
    is_of_kind,
    limit,
)

# -- the counters ----------------------------------------------------------------------------------------------


def test_2_0_there_are_228_counters() -> None:
    assert len(COUNTERS) == len(BY_ID) == 228


def test_2_3_every_line_can_be_read() -> None:
    for one in COUNTERS:
        assert one.source
        if one.type in ("event", "marker") or one.type in SUPPORT:
            assert one.values == "-"
        elif one.type == "hq":
            assert (one.size, one.values) == ("XXXX", "6/2")
        else:
            attack, defence, move = map(int, one.values.split("-"))
            assert one.type in GROUND
            assert attack > 0 < defence
            assert move > 0
            _check_back(one, attack, defence)


def _check_back(one: Counter228, attack: int, defence: int) -> None:
    if one.keys["steps"] == "1":
        assert "back" not in one.keys
        return
    back = tuple(map(int, one.keys["back"].split("-")))
    assert one.keys["steps"] == "2"
    assert 0 < back[0] <= attack
    assert 0 < back[1] < defence


def test_2_3_3_totals_by_nation() -> None:
    """2.3.3, 3.2, 3.3: ground units at the start and later, support units."""
    ground = Counter(one.nation for one in AT_START)
    later = Counter(one.nation for one in COUNTERS if one.set_up[0] == "turn")
    support = Counter(one.nation for one in COUNTERS if one.set_up[0] == "support")
    assert ground == {"IT": 77, "AH": 47, "GE": 8}
    assert later == {"IT": 6, "UK": 6, "FR": 7, "CZ": 1, "AH": 19}
    assert support == {nation: sum(CHARTS["support"]["units"][nation]) for nation in ("IT", "UK", "FR", "GE", "AH")}
    assert Counter(one.type for one in COUNTERS if one.nation not in NATIONS) == {"event": 11, "marker": 14}


def test_2_4_support_units_as_the_chart_counts_them() -> None:
    for nation in ("IT", "UK", "FR", "GE", "AH"):
        found = [one for one in COUNTERS if one.nation == nation and one.type in SUPPORT]
        counts = [sum(1 for one in found if one.type == kind) for kind in SUPPORT]
        assert counts == CHARTS["support"]["units"][nation]
        assert {int(one.set_up[1]) for one in found} == {CHARTS["support"]["from_turn"][nation]}
    assert sum(1 for one in COUNTERS if one.type == "naval") == 1


def test_e_1_first_cavalry_division_comes_on_turn_5() -> None:
    assert BY_ID["AH-cav1"].set_up == ("turn", "5")


def test_e_2_the_64th_is_there_from_the_start() -> None:
    assert BY_ID["AH-64H"].set_up[0] == "at"


def test_e_3_back_of_the_italian_7th() -> None:
    assert BY_ID["IT-7"].keys["back"] == "2-3"


def test_4_1_the_first_allied_assault_infantry_is_french_and_comes_on_turn_3() -> None:
    found = [one for one in COUNTERS if "assault" in one.tags and SIDES[one.nation] == "AL"]
    turns = sorted((int(one.set_up[1]), one.nation) for one in found)
    assert turns[0] == (3, "FR")
    assert CHARTS["turns"]["allied_infiltration_from"] == 3


def test_18_0_known_figures_occur() -> None:
    """3.3, 11.8: an Italian division is 3-4-8, and an assault division 6-8-8."""
    assert {BY_ID["IT-7"].values, BY_ID["IT-50"].values} == {"3-4-8"}
    assert any(one.values == "6-8-8" and "assault" in one.tags for one in AT_START)


# -- the set-up -------------------------------------------------------------------------------------------------


def test_3_2_and_3_3_the_proposed_set_up_fills_every_sector() -> None:
    """3.2, 3.2a, 3.2b, 3.2c, 3.2d, 3.2e, 3.2f, 3.3, 3.3a, 3.3b: numbers and places as the rulebook wants them."""
    left = {one.id: one for one in AT_START}
    for step in CARD["setup"]:
        for place in step["place"]:
            hexes = area(place["area"])
            for name in place["units"]:
                assert left.pop(name).hex in hexes
            for wanted in place["kinds"]:
                fitting = [
                    one
                    for one in left.values()
                    if one.nation == wanted["nation"] and is_of_kind(one, wanted["kind"]) and one.hex in hexes
                ]
                assert len(fitting) >= wanted["count"], place["rule"]
                for one in sorted(fitting, key=lambda one: _choices(step, one))[: wanted["count"]]:
                    del left[one.id]
    assert not left


def _choices(step: dict[str, Any], one: Counter228) -> int:
    """In how many areas of the step the counter may stand: those with one choice go first."""
    return sum(1 for place in step["place"] if one.hex in area(place["area"]))


def test_3_2_counts_of_the_card_are_those_of_the_rulebook() -> None:
    kinds = {
        place["rule"]: {k["kind"]: k["count"] for k in place["kinds"]} for s in CARD["setup"] for place in s["place"]
    }
    assert kinds["3.2a"] == {"infantry-division": 14, "alpini": 2}
    assert kinds["3.2b"] == {"infantry-division": 6, "alpini": 2}
    assert kinds["3.2c"] == {"infantry-division": 26, "alpini": 2}
    assert kinds["3.2d"] == {"infantry-division": 9}
    assert kinds["3.2f"] == {"reserve": 11}
    assert kinds["3.3a"] == {"infantry-division": 9, "mountain-brigade": 4}
    eugen = next(place for step in CARD["setup"] for place in step["place"] if place["rule"] == "3.3b")
    assert [(k["nation"], k["count"]) for k in eugen["kinds"]] == [("AH", 27), ("GE", 7)]


def test_3_2d_both_hexes_of_the_3rd_army_hold_two_divisions() -> None:
    for hex_id in ("2420", "2319"):
        assert sum(1 for one in AT_START if one.hex == hex_id and one.size == "XX") >= 2


def test_8_0_the_proposed_set_up_keeps_the_limits() -> None:
    """8.0, 8.5, 7.9: room in every hex, only mountain units in alpine ones, one side in a hex."""
    stacks: dict[HexId, list[Counter228]] = {}
    for one in AT_START:
        stacks.setdefault(one.hex, []).append(one)
    for hex_id, stack in stacks.items():
        assert len(stack) <= limit(hex_id), hex_id
        assert len({SIDES[one.nation] for one in stack}) == 1
        if MAP.base[hex_id] == "alpine":
            assert all(one.type == "mountain" for one in stack)


def test_15_2_no_hq_starts_alone_beside_the_enemy() -> None:
    for hq in (one for one in AT_START if one.type == "hq"):
        friends = [one for one in AT_START if one.hex == hq.hex and one.type != "hq"]
        enemies = [one for one in AT_START if SIDES[one.nation] != SIDES[hq.nation]]
        assert friends or not any(MAP.grid.are_adjacent(hq.hex, one.hex) for one in enemies)


@pytest.mark.parametrize("side", ["AL", "CP"])
def test_14_1_everybody_is_in_supply_on_the_first_day(side: str) -> None:
    """14.1, 14.1/2, 14.2, 14.2/2: a plain flood from the sources, enemy zones and alpine hexes left out."""
    enemies = {one.hex for one in AT_START if SIDES[one.nation] != side}
    shut = enemies | {n for h in enemies for n in MAP.grid.neighbours[h]}
    shut |= {h for h in MAP.grid.hexes if MAP.base[h] in ("alpine", "sea")}
    sources = (*MAP.hexes_with("source", owner=side), *MAP.hexes_with("west-edge", owner=side))
    fed = [hex_id for hex_id in sources if hex_id not in shut]
    for here in fed:
        fed += [there for there in MAP.grid.neighbours[here] if there not in shut and there not in fed]
    for one in AT_START:
        if SIDES[one.nation] == side:
            assert one.hex in sources or any(h in fed for h in MAP.grid.within(one.hex, 1)), one.id


# -- rules and rulings -----------------------------------------------------------------------------------------


def test_236_rules_each_with_what_it_asks_and_how_to_test_it() -> None:
    assert len(RULES) == len({rule["id"] for rule in RULES}) == 236
    for rule in RULES:
        assert rule["state"] in ("enforced", "computed", "data")
        assert rule["demands"]
        assert rule["check"]


def test_rules_and_rulings_point_at_each_other() -> None:
    rules, rulings = {rule["id"] for rule in RULES}, {one["id"] for one in RULINGS}
    assert len(rulings) == len(RULINGS)
    assert {f"R{number:02}" for number in range(1, 155)} == rulings
    for rule in RULES:
        assert set(rule.get("rulings", ())) <= rulings
        assert set(rule.get("modified_by", ())) <= rules
    for one in RULINGS:
        assert set(one["rules"]) <= rules
        assert one["risk"] in ("high", "medium", "low")


def test_rules_that_charts_and_card_cite_exist() -> None:
    rules = {rule["id"] for rule in RULES}
    cited = [row["rule"] for name in ("event", "shift", "drm") for row in CHARTS[name]]
    cited += [place["rule"] for step in CARD["setup"] for place in step["place"]]
    cited += [number for option in CARD["options"].values() for number in option["rules"]]
    assert [number for number in cited if number not in rules] == []


def test_19_0_every_optional_rule_and_every_switch_is_an_option() -> None:
    options = CARD["options"]
    switches = {one["switch"]: one["id"] for one in RULINGS if "switch" in one}
    assert {name: option["ruling"] for name, option in options.items() if "ruling" in option} == switches
    optional = {rule["option"] for rule in RULES if rule.get("optional")}
    assert optional == {name for name, option in options.items() if option["values"] == ["off", "on"]}
    assert len(optional) == 6
    for option in options.values():
        assert option["default"] == option["values"][0]
        assert option["effect"]


def test_remarks_of_counters_cite_rulings_that_exist() -> None:
    rulings = {one["id"] for one in RULINGS}
    for one in COUNTERS:
        cited = [
            word.strip(",;") for word in one.source.split() if word.startswith("R") and word.strip(",;")[1:].isdecimal()
        ]
        assert set(cited) <= rulings, one.id
