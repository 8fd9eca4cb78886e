"""2.0 Counters and ground, 5.0 the proposal, 12.0 stacking."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.errors import Unreadable
from pbem.games.strafexpedition.counters import (
    AH,
    IT,
    combat_factor,
    is_artillery,
    is_fortress,
    is_independent,
    is_infantry,
    machine_guns,
)
from pbem.games.strafexpedition.set_up import lines, proposal
from pbem.games.strafexpedition.stacking import counts, excess, has_room, limit
from pbem.games.strafexpedition.terrain import is_crag_hex, level
from pbem.games.strafexpedition.zones import hexes_of
from pbem.kernel.ground.hexes import HexId
from pbem.kernel.pieces import Side, UnitId
from tests.games.strafexpedition.boards import board, flat, small_map
from tests.games.strafexpedition.data import MAP, NAMES, scenario

UNITS = scenario("campaign").units


def test_2_2_1_the_side_that_shows_counts() -> None:
    here = board(flat(2, 2), "IT-a BATTALION 0101\nIT-b BATTALION 0102 1")
    assert [combat_factor(here, UnitId(one)) for one in ("IT-a", "IT-b")] == [4, 2]


def test_3_0_unit_factors_machine_guns_are_read_from_the_side_that_shows() -> None:
    here = board(flat(2, 2), "IT-a ALPINI 0101 2 disorganized=3\nIT-b ALPINI 0102 1")
    assert [machine_guns(here, UnitId(one)) for one in ("IT-a", "IT-b")] == [2, 1]


def test_2_2_1_types_militia_is_infantry_and_a_fortress_is_both() -> None:
    militia, heavy, fortress = (UNITS[UnitId(n)] for n in ("IT-MT-XII-1", "AH-XX-HVY-1", "AH-Verle"))
    assert [is_infantry(one) for one in (militia, heavy, fortress)] == [True, False, True]
    assert [is_artillery(one) for one in (militia, heavy, fortress)] == [False, True, True]


def test_2_2_2_ind_alpini_militia_guns_and_fortresses_belong_to_no_brigade() -> None:
    free = {unit.type for unit in UNITS.values() if is_independent(unit)}
    assert {"militia", "border-guard", "bersaglieri", "bicycle", "fortress", "field-artillery"} < free
    assert not is_independent(UNITS[UnitId("IT-79-I")])
    assert is_independent(UNITS[UnitId("IT-ALP-Vicenza")])


def test_a_crag_hex_is_as_high_as_the_highest_clear_hex_beside_it() -> None:
    ground = small_map("""
      03  1 1 1
      02  1 2 4
      01  1 e 1
    side crag: 0202/0201 0202/0203 0202/0302 0202/0301 0202/0102 0202/0101
    """)
    assert is_crag_hex(ground, HexId("0202"))
    assert level(ground, HexId("0202")) == 4


# -- stacking -------------------------------------------------------------------------------------------------


def test_12_1_two_units_fill_a_hex() -> None:
    here = board(flat(2, 2), "IT-a BATTALION 0101\nIT-b BATTERY 0101\nIT-c BATTALION 0102")
    assert not has_room(here, HexId("0101"), UnitId("IT-c"))
    assert has_room(here, HexId("0101"), UnitId("IT-a"))


def test_12_2_one_unit_fills_a_high_mountain() -> None:
    here = board(flat(2, 2, level=8), "IT-a ALPINI 0101\nIT-b ALPINI 0102")
    assert limit(here.scenario, HexId("0101")) == 1
    assert not has_room(here, HexId("0101"), UnitId("IT-b"))


def test_12_3_what_is_over_the_limit_is_counted_by_side() -> None:
    here = board(flat(2, 2), "IT-a BATTALION 0101\nIT-b BATTALION 0101\nIT-c BATTALION 0101\nAH-a BATTALION 0101")
    assert (excess(here, HexId("0101"), IT), excess(here, HexId("0101"), AH)) == (1, 0)


def test_12_6_fortresses_and_headquarters_stack_for_free() -> None:
    """20.8: the same of a fortress."""
    here = board(flat(2, 2), "IT-a BATTALION 0101\nIT-b BATTALION 0101\nIT-f FORTRESS 0101\nIT-h HQ 0101")
    assert excess(here, HexId("0101"), IT) == 0
    assert [counts(here.unit(UnitId(one))) for one in ("IT-a", "IT-f", "IT-h")] == [True, False, False]


# -- the proposal ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", [IT, AH])
def test_the_proposal_places_every_unit_in_its_zone_within_the_limits(name: str, side: Side) -> None:
    found = proposal(scenario(name), side)
    stands = [there for unit, there in found.items() if is_infantry(UNITS[unit])]
    for line in lines(scenario(name), side):
        zone = hexes_of(MAP, side, line.zone, stands)
        assert [unit for unit in line.units if found[unit] not in zone] == []
    crowds = Counter(there for unit, there in found.items() if not is_fortress(UNITS[unit]))
    assert [there for there, many in crowds.items() if many > limit(scenario(name), there)] == []


@pytest.mark.parametrize("name", ["drive", "asiago", "campaign"])
def test_proposed_italian_guns_stand_behind_the_front(name: str) -> None:
    found = proposal(scenario(name), IT)
    guns = [there for unit, there in found.items() if UNITS[unit].type.endswith("artillery")]
    assert guns
    assert [there for there in guns if MAP.has(there, "front")] == []


def test_a_zone_that_nobody_understands_is_refused() -> None:
    with pytest.raises(Unreadable, match="part of a zone is not understood") as refused:
        hexes_of(MAP, IT, "beside 3405")
    assert "front" in str(refused.value.problem.wanted)
