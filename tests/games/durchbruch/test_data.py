"""The counters, their set-up, the rules and the rulings of Durchbruch."""

from __future__ import annotations

from collections import defaultdict

import pytest

from pbem.games.durchbruch import counters
from pbem.games.durchbruch.counters import AG, CORPS, IT, MORALE, corps_of, division_of
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Unit, UnitId
from tests.games.durchbruch.data import AT_START, CHARTS, MAP, RULES, RULINGS, UNITS, WAYS, first_line, level, place

HQS = {(corps_of(unit), division_of(unit)): place(unit) for unit in AT_START if unit.type == "hq"}

# -- the counters ---------------------------------------------------------------------------------------------


def test_2_a_every_counter_belongs_to_a_corps_of_its_side() -> None:
    """2-a: four corps a side, each with an HQ, guns of its own and divisions with HQs."""
    for unit in UNITS.values():
        assert corps_of(unit) in CORPS[unit.side], unit.id
    for side in (AG, IT):
        for corps in CORPS[side]:
            own = [unit for unit in UNITS.values() if unit.side == side and corps_of(unit) == corps]
            assert sum(unit.type == "hq" and not division_of(unit) for unit in own) == 1
            assert any(unit.type == "artillery" and not division_of(unit) for unit in own)
            divisions = {division_of(unit) for unit in own} - {""}
            led = {division_of(unit) for unit in own if unit.type == "hq"} - {""}
            assert divisions == led
            assert led


def test_2_1_values_follow_the_scale() -> None:
    """2.1: SP, MG, MP and morale of every regiment stand in [counter-scale]."""
    scale = {tuple(row) for name, row in CHARTS["counter-scale"].items() if name != "source"}
    for unit in filter(counters.is_regiment, UNITS.values()):
        sp, mg, move = (unit.figure(name) for name in ("sp", "mg", "move"))
        back = f"{unit.figure('back-sp')}-{unit.figure('back-mg')}"
        letters = [counters.morale_letter(unit, is_reduced) for is_reduced in (False, True)]
        assert (f"{sp}-{mg}-{move}", *letters, back) in scale, unit.id


def test_2_1_a_german_unit_has_five_points() -> None:
    """See 6.2.3: the one value that the text gives."""
    assert any(unit.nation == "GE" and unit.type == "infantry" and unit.figure("sp") == 5 for unit in UNITS.values())


def test_2_e_morale_of_both_sides() -> None:
    """2-e: the reduced side is never better; guns and HQs have no letter (ruling R129)."""
    for unit in UNITS.values():
        front, back = (counters.morale_letter(unit, is_reduced) for is_reduced in (False, True))
        if counters.is_combat_unit(unit):
            assert MORALE.index(back) >= MORALE.index(front)
        else:
            assert front == back == ""


def test_2_c_reduced_sides_are_weaker() -> None:
    for unit in UNITS.values():
        if unit.figure("steps") == 2 and unit.type != "mg":
            assert 0 < unit.figure("back-sp") < unit.figure("sp"), unit.id
            assert unit.figure("back-mg") <= unit.figure("mg")


def test_2_3_d_ranges_of_guns() -> None:
    """2.3-d: nine hexes and five."""
    assert counters.artillery_range(UNITS[UnitId("AH-artIa")]) == 9
    assert counters.artillery_range(UNITS[UnitId("AH-art22")]) == 5


def test_3_a_who_exerts_a_zone() -> None:
    """3-a: regiments and assault units."""
    assert {unit.type for unit in UNITS.values() if counters.exerts_zone(unit)} == {"infantry", "mountain", "assault"}


def test_2_5_6_nationality_stands_on_every_counter() -> None:
    """2.5.6: German, Austro-Hungarian or Italian; both formations of 17 are there."""
    assert {unit.nation for unit in UNITS.values()} == {"GE", "AH", "IT"}
    assert {unit.nation for unit in UNITS.values() if unit.has("edelweiss")} == {"AH"}
    assert {unit.nation for unit in UNITS.values() if unit.has("jaeger")} == {"GE"}
    assert {division_of(unit) for unit in UNITS.values() if unit.has("edelweiss") or unit.has("jaeger")} == {"3E", "J"}


def test_counters_whose_number_is_printed() -> None:
    """See 2.5.3.1, 6.5-2, 6.5-3: two gas pioneers, four stations, eight dummies, one Rommel."""
    kinds = defaultdict(list)
    for unit in UNITS.values():
        kinds["gas" if unit.has("gas") else unit.type].append(unit)
    assert len(kinds["gas"]) == 2
    assert len(kinds["dummy"]) == 8
    assert sorted(map(corps_of, kinds["station"])) == sorted(CORPS[IT])
    assert [division_of(unit) for unit in kinds["rommel"]] == ["AK"]


def test_every_line_says_where_it_comes_from() -> None:
    assert [unit.id for unit in UNITS.values() if not unit.source.startswith("reconstructed, ")] == []


# -- the proposed set-up --------------------------------------------------------------------------------------


def by_hex() -> dict[HexId, list[Unit]]:
    found: dict[HexId, list[Unit]] = defaultdict(list)
    for unit in AT_START:
        found[place(unit)].append(unit)
    return found


@pytest.mark.parametrize("hex_id", by_hex())
def test_the_set_up_keeps_to_stacking(hex_id: HexId) -> None:
    """See 2-b, 4.1.1-a, 4.1.2-a, 4.1.2-c: one corps, one regiment, one battery, one HQ, room for special units."""
    stack = by_hex()[hex_id]
    assert len({corps_of(unit) for unit in stack}) == 1
    assert sum(map(counters.is_regiment, stack)) <= 1
    for kind in ("artillery", "hq", "engineer"):
        assert sum(unit.type == kind for unit in stack) <= 1
    special = [unit for unit in stack if unit.type in ("assault", "mg")]
    is_roomy = level(hex_id) < 3 or any(unit.type == "mountain" for unit in stack)
    assert len(special) <= (3 if is_roomy else 1)
    if level(hex_id) == 4:
        assert all(counters.is_mountain(unit) or counters.is_special(unit) for unit in stack)


def test_everybody_begins_on_his_own_ground() -> None:
    """See 6.1-a, 6.3.1, 6.5-1: guns on roads and trails, Italian special units in towns or on roads and trails."""
    for unit in AT_START:
        here = place(unit)
        assert MAP.has(here, "ag-side") == (unit.side == AG), unit.id
        assert not MAP.has(here, "no-mans-land"), unit.id
        if unit.type == "artillery" or (unit.side == IT and unit.set_up.startswith("free")):
            assert here in WAYS or MAP.has(here, "town"), unit.id


def test_gas_pioneers_begin_in_the_valley_round_1619() -> None:
    """See 2.5.3.2-a: level 1, within three hexes."""
    for unit in AT_START:
        if unit.has("gas"):
            assert level(place(unit)) == 1
            assert MAP.grid.distance(place(unit), HexId("1619")) <= 3


def test_everybody_begins_in_command() -> None:
    """See 2.4.6.2, 2.4.7.2, 2.4.7.3, 10.0.2: HQs within ten hexes, units within five, the rest by a trench chain."""
    for (corps, division), here in HQS.items():
        if division:
            assert MAP.grid.distance(here, HQS[corps, ""]) <= 10, (corps, division)
        else:
            assert here in WAYS, corps
    for unit in AT_START:
        near = min(MAP.grid.distance(place(unit), h) for (corps, _), h in HQS.items() if corps == corps_of(unit))
        assert near <= 5 or _is_chained(unit), unit.id


def _is_chained(unit: Unit) -> bool:
    """Whether a chain of the division's units leads along the trench to one within range, with two empty hexes."""
    line = first_line(unit.side)
    own = {place(u) for u in AT_START if division_of(u) == division_of(unit) and u.side == unit.side}
    hqs = [h for (corps, _), h in HQS.items() if corps == corps_of(unit)]
    reached, todo = {place(unit)}, [place(unit)]
    while todo:
        here = todo.pop()
        if min(MAP.grid.distance(here, h) for h in hqs) <= 5:
            return True
        for other in own & set(line) - reached:
            if MAP.grid.distance(here, other) <= 3:
                reached.add(other)
                todo.append(other)
    return False


def test_italian_special_units_begin_near_their_corps() -> None:
    """See 6.5-1, 6.5-3: within five hexes with a back (ruling R123), stations within nine of their HQ."""
    for unit in AT_START:
        if unit.side == IT and unit.set_up.startswith("free"):
            far = MAP.grid.distance(place(unit), HQS[corps_of(unit), ""])
            if unit.type == "station":
                assert far <= 9
            elif not counters.is_face_down(unit):
                assert far <= 5, unit.id


def test_corps_stand_in_their_sectors() -> None:
    """See 7-b, 7-c: from north to south I, III, LI, XV, and IV, XXVII on the first lines."""
    for side, order in ((AG, ("I", "III", "LI", "XV")), (IT, ("IV", "XXVII"))):
        line = list(first_line(side))
        spans = []
        for corps in order:
            rows = [int(place(u)[:2]) for u in AT_START if corps_of(u) == corps and place(u) in line]
            spans.append((min(rows), max(rows)))
        assert spans == sorted(spans), spans


def test_reinforcements_enter_where_they_may() -> None:
    """See 8.1.2: Italians at 3630 and 5529, Austro-Germans by the road of the east edge (rulings R50, R176)."""
    for unit in UNITS.values():
        word, turn, *_ = unit.set_up.split()
        if word == "turn":
            assert place(unit) in (("3630", "5529") if unit.side == IT else ("4501",))
            assert 2 <= int(turn) <= 10


# -- the rules and the rulings --------------------------------------------------------------------------------


def test_the_index_is_whole() -> None:
    assert len({rule["id"] for rule in RULES}) == len(RULES) == 339
    assert {rule["state"] for rule in RULES} == {"data", "computed", "enforced"}
    assert all(rule["title"] and rule["demands"] for rule in RULES)


def test_rulings_and_rules_name_each_other() -> None:
    known, numbers = {one["id"] for one in RULINGS}, {rule["id"] for rule in RULES}
    assert known == {f"R{n:02}" for n in range(1, 185)}
    assert [(rule["id"], one) for rule in RULES for one in rule.get("ruling", ()) if one not in known] == []
    assert [(one["id"], n) for one in RULINGS for n in one["rules"] if n not in numbers] == []
    assert {one["risk"] for one in RULINGS} == {"high", "medium", "low"}


def test_reconstructed_data_have_a_ruling() -> None:
    reconstructed = [one["id"] for one in RULINGS if one["source"] == "reconstructed"]
    assert reconstructed == [f"R{n}" for n in range(167, 177)]
